import type { Collection } from '@coffer/schema'

/** Returns a collection as the API returns it, with keys in the order of the wire format. */
export const collectionJson = (collection: Collection) => ({
  id: collection.id,
  created: collection.created,
  updated: collection.updated,
  name: collection.name,
  type: collection.type,
  system: collection.system,
  schema: collection.schema,
  indexes: collection.indexes,
  listRule: collection.listRule,
  viewRule: collection.viewRule,
  createRule: collection.createRule,
  updateRule: collection.updateRule,
  deleteRule: collection.deleteRule,
  options: collection.options,
})
