import { applyForm, type Collection, type CollectionForm } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Transaction } from '../db/engine.ts'
import { badRequest } from '../errors/ApiError.ts'
import { changeFailure } from './changeFailure.ts'
import { completeDraft } from './completeDraft.ts'
import { saveCollection } from './saveCollection.ts'
import type { Report } from './sync/Report.ts'
import { validateCollectionDraft } from './validateCollectionDraft.ts'

/**
 * Creates a collection from a form, or changes the stored one.
 * @throws ApiError 400 with issues by key, or without issues if only the database rejects the change
 */
export const submitCollection = async (
  transaction: Transaction,
  catalog: Catalog,
  before: Collection | undefined,
  form: CollectionForm,
  report: Report,
): Promise<Collection> => {
  const { issues, draft } = await validateCollectionDraft(transaction, catalog, before, applyForm(form, before))
  if (Object.keys(issues).length > 0) throw badRequest(undefined, issues)
  try {
    return await saveCollection(transaction, catalog, before, completeDraft(draft, before), report)
  } catch (error) {
    throw changeFailure(before ? 'Failed to update the collection.' : 'Failed to create the collection.', error)
  }
}
