import { boolField } from './bool/field.ts'
import type { Field, FieldType, FieldTypeName } from './contract.ts'
import { dateField } from './date/field.ts'
import { editorField } from './editor/field.ts'
import { emailField } from './email/field.ts'
import { fileField } from './file/field.ts'
import { jsonField } from './json/field.ts'
import { numberField } from './number/field.ts'
import { relationField } from './relation/field.ts'
import { selectField } from './select/field.ts'
import { textField } from './text/field.ts'
import { urlField } from './url/field.ts'

/** The rules of every type, in the order in which people are offered them. */
export const fieldTypes = {
  text: textField,
  editor: editorField,
  number: numberField,
  bool: boolField,
  email: emailField,
  url: urlField,
  date: dateField,
  select: selectField,
  file: fileField,
  relation: relationField,
  json: jsonField,
} satisfies Record<FieldTypeName, object>

export const isFieldTypeName = (name: string): name is FieldTypeName => Object.hasOwn(fieldTypes, name)

/** The rules of a field's type, which take the field's options and its normal values as they are. */
export const fieldType = (field: Pick<Field, 'type'>): FieldType<Field['options']> =>
  // The options of a field went through the schema of its type; a look-up by name cannot tell the compiler so.
  fieldTypes[field.type] as unknown as FieldType<Field['options']>
