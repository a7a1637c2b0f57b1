import { keepCofferAuth } from './auth/cofferAuth.ts'
import { followRenames } from './auth/followRenames.ts'
import type { Collection } from './Collection.ts'
import { adminsOnly, type CollectionDraft } from './CollectionDraft.ts'
import { keepNewerKeys } from './keepNewerKeys.ts'

/** The body of a request that creates or updates a collection. Missing keys stay unchanged; `options: null` resets all options. */
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

/** Returns the form that would produce a stored collection. The schema of a view is derived from its query, so it is left out. */
const draftOf = (collection: Collection): CollectionDraft => ({
  ...collection,
  schema: collection.type === 'view' ? [] : collection.schema,
  options: { ...collection.options },
})

/** Applies a form to a stored or a new collection. Options are merged key by key; everything else is replaced. */
export function applyForm({ options, ...form }: CollectionForm, stored: Collection | undefined): CollectionDraft {
  const start = stored ? draftOf(stored) : newCollection
  const schema = form.schema ? { schema: keepNewerKeys(form.schema, stored?.schema) } : {}
  const sent = options === null ? {} : { ...start.options, ...options }
  const kept = keepCofferAuth(sent, stored?.options)
  const draft = { ...start, ...form, ...schema }
  return { ...draft, options: followRenames(kept, stored?.schema ?? [], draft.schema) }
}
