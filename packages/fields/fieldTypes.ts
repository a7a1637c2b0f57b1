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

/** The rules of every field type, in the order of the type menu. */
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

/** Returns the rules of a field's type. They accept the field's options and normal values. */
export const fieldType = (field: Pick<Field, 'type'>): FieldType<Field['options']> =>
  // The options were parsed with the schema of the type, which the compiler cannot infer from a lookup by name.
  fieldTypes[field.type] as unknown as FieldType<Field['options']>
