/**
 * The field types, in the order of the type menu. Each is a folder with the parts that CONTRIBUTING.md lists.
 * After a change, `npm run fields` updates `registry/`.
 */
export const fieldTypeNames = [
  'text',
  'editor',
  'number',
  'bool',
  'email',
  'url',
  'date',
  'autodate',
  'select',
  'file',
  'relation',
  'json',
  'geoPoint',
  'password',
] as const

export type FieldTypeName = (typeof fieldTypeNames)[number]
