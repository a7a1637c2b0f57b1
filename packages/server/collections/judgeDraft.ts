import { type Field, isFieldTypeName } from '@coffer/fields'
import {
  authOptions,
  type Collection,
  type CollectionDraft,
  type Issues,
  type RuleFault,
  validateCollection,
  viewOptions,
} from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { badRequest } from '../errors/ApiError.ts'
import { findRuleFault } from '../rules/findRuleFault.ts'
import { type ColumnReader, prepareView } from './views/prepareView.ts'
import { ViewQueryError } from './views/ViewQueryError.ts'

/** A collection that was judged. */
export interface Judgement {
  issues: Issues
  /** As it was sent, with the fields that its query yields if it is a view. */
  draft: CollectionDraft
}

/** The fields that the query of a view yields, or why it yields none. */
const readQuery = async (
  look: ColumnReader,
  catalog: Catalog,
  { options }: CollectionDraft,
): Promise<{ schema: Field[]; fault?: string }> => {
  const read = viewOptions.safeParse(options)
  if (!read.success) throw badRequest(undefined, {}, new Error(read.problem))
  if (read.data.query === '') return { schema: [] }
  try {
    return { schema: (await prepareView(look, catalog, read.data.query)).schema }
  } catch (error) {
    if (error instanceof ViewQueryError) return { schema: [], fault: error.message }
    throw error
  }
}

/** The collection as rules see it: with all that they may name, whatever else is wrong with it. */
const subjectOf = (draft: CollectionDraft): Collection => {
  const isKnown = (field: { type: string }): field is Field => isFieldTypeName(field.type)
  const shared = { ...draft, created: '', updated: '', schema: draft.schema.filter(isKnown) }
  if (draft.type === 'auth') return { ...shared, type: 'auth', options: authOptions.parse({}) }
  if (draft.type === 'view') return { ...shared, type: 'view', options: { query: '' }, dates: ['created', 'updated'] }
  return { ...shared, type: 'base', options: {} }
}

/**
 * Judges a collection that is to be created, or to take the place of the stored one.
 * @throws ApiError 400 without issues for a view whose query is no text
 */
export const judgeDraft = async (
  look: ColumnReader,
  catalog: Catalog,
  before: Collection | undefined,
  sent: CollectionDraft,
): Promise<Judgement> => {
  const query = sent.type === 'view' ? await readQuery(look, catalog, sent) : undefined
  const draft = query ? { ...sent, schema: query.schema } : sent
  const subject = subjectOf(draft)
  const findFault = (rule: string): RuleFault | undefined => findRuleFault(rule, subject, catalog)
  const issues = validateCollection(draft, {
    before,
    collections: catalog.all,
    findRuleFault: findFault,
    queryFault: query?.fault,
  })
  return { issues, draft }
}
