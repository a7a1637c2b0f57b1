/** The schemas of one collection, whose name stands at the start. */
export const collectionSchemaNames = [
  'Record',
  'RecordPage',
  'Expand',
  'Create',
  'CreateForm',
  'Update',
  'UpdateForm',
  'Auth',
  'AuthWithOAuth2',
] as const

export type CollectionSchemaName = (typeof collectionSchemaNames)[number]
