import { type Field, isFieldTypeName } from '@coffer/fields'
import {
  authOptions,
  type Collection,
  type CollectionDraft,
  collectionIdPattern,
  followRenames,
  type ImportedCollection,
  keepCofferAuth,
  keepNewerKeys,
  viewOptions,
} from '@coffer/schema'
import { randomId } from '../../crypto/randomText.ts'
import { now, nowAfter } from '../../runtime/now.ts'

/** An imported collection and the stored collection with the same id. */
export interface ImportItem {
  before: Collection | undefined
  /** The draft to validate. */
  draft: CollectionDraft
  /** The collection to store. */
  after: Collection
}

const mergeFields = (stored: readonly Field[], sent: CollectionDraft['schema']): CollectionDraft['schema'] => [
  ...new Map<string, CollectionDraft['schema'][number]>([...stored, ...sent].map(field => [field.id, field])).values(),
]

/** Returns whether a field type exists. Types of older servers are rejected later, by the validation of the draft. */
const isKnown = (field: CollectionDraft['schema'][number]): field is Field => isFieldTypeName(field.type)

function withOptions(draft: CollectionDraft, dates: Pick<Collection, 'created' | 'updated'>): Collection {
  const shared = { ...draft, ...dates, schema: draft.schema.filter(isKnown) }
  if (draft.type === 'auth') {
    const options = authOptions.safeParse(draft.options)
    return { ...shared, type: 'auth', options: options.success ? options.data : authOptions.parse({}) }
  }
  if (draft.type === 'view') return { ...shared, type: 'view', options: viewOptions.parse(draft.options), dates: [] }
  return { ...shared, type: 'base', options: {} }
}

/**
 * Merges an imported collection with the stored one. Missing properties become empty, except for the creation date.
 * @param keepsFields whether stored fields that are missing in the import are kept
 * @throws Error for a view whose query is not a string
 */
export function mergeImported(
  { created, updated, ...sent }: ImportedCollection,
  before: Collection | undefined,
  keepsFields: boolean,
): ImportItem {
  const known = keepNewerKeys(sent.schema, before?.schema)
  const schema = before && keepsFields ? mergeFields(before.schema, known) : known
  // An export of another server knows no rule tests.
  const ruleTests = sent.ruleTests ?? before?.ruleTests
  const options = followRenames(keepCofferAuth(sent.options, before?.options), before?.schema ?? [], schema)
  const omittedDates = 'omittedDates' in sent ? sent.omittedDates : before?.omittedDates
  const draft = { ...sent, id: sent.id || randomId(), schema, options, omittedDates, ...(ruleTests && { ruleTests }) }
  const moment = now()
  const dates = before
    ? { created: before.created || moment, updated: nowAfter(before) }
    : { created: created || moment, updated: updated || nowAfter({ created }) }
  return { before, draft, after: withOptions(draft, dates) }
}

/** @throws Error for duplicate ids, and for invalid ids of new collections */
export function assertImportable(items: readonly ImportItem[]): void {
  const ids = new Set<string>()
  for (const { before, after } of items) {
    if (ids.has(after.id)) throw new Error(`The import contains the collection id "${after.id}" more than once.`)
    if (!before && !collectionIdPattern.test(after.id)) throw new Error(`"${after.id}" is not a valid collection id.`)
    ids.add(after.id)
  }
}
