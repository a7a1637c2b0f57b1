import { applyForm, type Collection, type CollectionForm } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Transaction } from '../db/engine.ts'
import { badRequest } from '../errors/ApiError.ts'
import { completeDraft } from './completeDraft.ts'
import { judgeDraft } from './judgeDraft.ts'
import { refusal } from './refusal.ts'
import { saveCollection } from './saveCollection.ts'
import type { Report } from './sync/Report.ts'

/**
 * Creates a collection of a form, or changes the stored one.
 * @throws ApiError 400 with issues by key, or without for what only the database refuses
 */
export const submitCollection = async (
  transaction: Transaction,
  catalog: Catalog,
  before: Collection | undefined,
  form: CollectionForm,
  report: Report,
): Promise<Collection> => {
  const { issues, draft } = await judgeDraft(transaction, catalog, before, applyForm(form, before))
  if (Object.keys(issues).length > 0) throw badRequest(undefined, issues)
  try {
    return await saveCollection(transaction, catalog, before, completeDraft(draft, before), report)
  } catch (error) {
    throw refusal(before ? 'Failed to update the collection.' : 'Failed to create the collection.', error)
  }
}
