import { type Field, isFieldTypeName } from '@coffer/fields'
import {
  authOptions,
  type Collection,
  type CollectionDraft,
  type Issues,
  type RuleError,
  systemCollectionIds,
  validateCollection,
  viewOptions,
} from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { Rejection } from '../errors/Rejection.ts'
import { findRuleError } from '../records/rules/findRuleError.ts'
import { ViewQueryError } from './views/parseViewQuery.ts'
import { type ColumnReader, prepareView } from './views/prepareView.ts'

/** The result of validation. */
export interface ValidatedDraft {
  issues: Issues
  /** The draft; if it is a view, with the fields that its query selects. */
  draft: CollectionDraft
}

/** Returns the fields that the query of a view selects, or why the query is invalid. */
async function readQuery(
  look: ColumnReader,
  catalog: Catalog,
  { options }: CollectionDraft,
): Promise<{ schema: Field[]; error?: string }> {
  const read = viewOptions.safeParse(options)
  if (!read.success) throw new Rejection('invalid', { cause: new Error(read.problem) })
  if (read.data.query === '') return { schema: [] }
  try {
    return { schema: (await prepareView(look, catalog, read.data.query)).schema }
  } catch (error) {
    if (error instanceof ViewQueryError) return { schema: [], error: error.message }
    throw error
  }
}

const systemIds = new Set(systemCollectionIds.values())

/** The issue of an id by which clients of PocketBase 0.23 and later find a system collection. */
const systemId: Issues = { id: { code: 'validation_invalid_id', message: 'The model id is invalid or already exists.' } }

/** Creates a collection for the validation of rules, which only needs the valid fields. */
function subjectOf(draft: CollectionDraft): Collection {
  const isKnown = (field: { type: string }): field is Field => isFieldTypeName(field.type)
  const shared = { ...draft, created: '', updated: '', schema: draft.schema.filter(isKnown) }
  if (draft.type === 'auth') return { ...shared, type: 'auth', options: authOptions.parse({}) }
  if (draft.type === 'view') return { ...shared, type: 'view', options: { query: '' }, dates: ['created', 'updated'] }
  return { ...shared, type: 'base', options: {} }
}

/**
 * Validates a new collection, or a new version of a stored one.
 * @param isNewer see `ValidationContext.isNewer`
 * @throws Rejection `invalid` without issues for a view whose query is not a string
 */
export async function validateCollectionDraft(
  look: ColumnReader,
  catalog: Catalog,
  before: Collection | undefined,
  sent: CollectionDraft,
  isNewer = false,
): Promise<ValidatedDraft> {
  const query = sent.type === 'view' ? await readQuery(look, catalog, sent) : undefined
  const draft = query ? { ...sent, schema: query.schema } : sent
  const subject = subjectOf(draft)
  const findError = (rule: string): RuleError | undefined => findRuleError(look.dialect, rule, subject, catalog)
  const issues = validateCollection(draft, {
    before,
    isNewer,
    collections: catalog.all,
    findRuleError: findError,
    queryError: query?.error,
  })
  return { issues: !before && systemIds.has(sent.id) ? { ...issues, ...systemId } : issues, draft }
}
