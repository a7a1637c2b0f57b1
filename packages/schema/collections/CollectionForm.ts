import type { Collection } from './Collection.ts'
import { adminsOnly, type CollectionDraft } from './CollectionDraft.ts'

/** What a client sends of a collection: what it leaves out stays as it is, and options of null are taken back to none. */
export type CollectionForm = {
  -readonly [Key in keyof CollectionDraft]?: CollectionDraft[Key] | (Key extends 'options' ? null : never)
}

const newCollection: CollectionDraft = {
  id: '',
  name: '',
  type: 'base',
  system: false,
  schema: [],
  indexes: [],
  ...adminsOnly,
  options: {},
}

/** A stored collection as one would send it. The fields of a view come from its query, so none are sent. */
const draftOf = (collection: Collection): CollectionDraft => ({
  ...collection,
  schema: collection.type === 'view' ? [] : collection.schema,
  options: { ...collection.options },
})

/** Lays a form over a stored collection, or over a new one. Options are merged key by key, all else is replaced. */
export const applyForm = ({ options, ...form }: CollectionForm, stored: Collection | undefined): CollectionDraft => {
  const start = stored ? draftOf(stored) : newCollection
  return { ...start, ...form, options: options === null ? {} : { ...start.options, ...options } }
}
