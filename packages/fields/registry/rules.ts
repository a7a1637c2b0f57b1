// Written by `npm run fields` from fieldTypeNames.ts.
import { field as autodateField } from '../autodate/field.ts'
import { field as boolField } from '../bool/field.ts'
import type { RequiredRules } from '../contract.ts'
import { field as dateField } from '../date/field.ts'
import { field as editorField } from '../editor/field.ts'
import { field as emailField } from '../email/field.ts'
import { field as fileField } from '../file/field.ts'
import { field as geoPointField } from '../geoPoint/field.ts'
import { field as jsonField } from '../json/field.ts'
import { field as numberField } from '../number/field.ts'
import { field as passwordField } from '../password/field.ts'
import { field as relationField } from '../relation/field.ts'
import { field as selectField } from '../select/field.ts'
import { field as textField } from '../text/field.ts'
import { field as urlField } from '../url/field.ts'

/** The rules of every field type. */
export const rules = {
  text: textField,
  editor: editorField,
  number: numberField,
  bool: boolField,
  email: emailField,
  url: urlField,
  date: dateField,
  autodate: autodateField,
  select: selectField,
  file: fileField,
  relation: relationField,
  json: jsonField,
  geoPoint: geoPointField,
  password: passwordField,
} satisfies RequiredRules
