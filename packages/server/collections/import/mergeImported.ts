import { type Field, isFieldTypeName } from '@coffer/fields'
import { authOptions, type Collection, type CollectionDraft, type ImportedCollection, viewOptions } from '@coffer/schema'
import { randomId } from '../../crypto/randomText.ts'
import { now, nowAfter } from '../../runtime/now.ts'

/** A collection of an import beside the one that is stored under its id. */
export interface ImportItem {
  before: Collection | undefined
  /** As it is to be judged. */
  draft: CollectionDraft
  /** As it is to be stored. */
  after: Collection
}

const mergeFields = (stored: readonly Field[], sent: CollectionDraft['schema']): CollectionDraft['schema'] => [
  ...new Map<string, CollectionDraft['schema'][number]>([...stored, ...sent].map(field => [field.id, field])).values(),
]

/** What older servers knew is no type any more; it is refused when the draft is judged. */
const isKnown = (field: CollectionDraft['schema'][number]): field is Field => isFieldTypeName(field.type)

const withOptions = (draft: CollectionDraft, dates: Pick<Collection, 'created' | 'updated'>): Collection => {
  const shared = { ...draft, ...dates, schema: draft.schema.filter(isKnown) }
  if (draft.type === 'auth') {
    const options = authOptions.safeParse(draft.options)
    return { ...shared, type: 'auth', options: options.success ? options.data : authOptions.parse({}) }
  }
  if (draft.type === 'view') return { ...shared, type: 'view', options: viewOptions.parse(draft.options), dates: [] }
  return { ...shared, type: 'base', options: {} }
}

/**
 * Lays an imported collection over the stored one of its id: what it leaves out falls to nothing, but for the day of creation.
 * @param keepsFields whether stored fields stay that it does not name
 * @throws Error for a view whose query is no text
 */
export const mergeImported = (
  { created, updated, ...sent }: ImportedCollection,
  before: Collection | undefined,
  keepsFields: boolean,
): ImportItem => {
  const schema = before && keepsFields ? mergeFields(before.schema, sent.schema) : sent.schema
  const draft = { ...sent, id: sent.id || randomId(), schema }
  const moment = now()
  const dates = before
    ? { created: before.created || moment, updated: nowAfter(before) }
    : { created: created || moment, updated: updated || nowAfter({ created }) }
  return { before, draft, after: withOptions(draft, dates) }
}
