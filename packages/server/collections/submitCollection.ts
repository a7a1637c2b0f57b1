import { applyForm, type Collection, type CollectionForm } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { Transaction } from '../db/engine.ts'
import { Rejection } from '../errors/Rejection.ts'
import { changeFailure } from './changeCollections.ts'
import { completeDraft } from './completeDraft.ts'
import type { Report } from './logProgress.ts'
import { saveCollection } from './saveCollection.ts'
import { validateCollectionDraft } from './validateCollectionDraft.ts'

/**
 * Creates a collection from a form, or changes the stored one.
 * @param isNewer see `ValidationContext.isNewer`
 * @throws Rejection with issues by key, or without issues if only the database rejects the change
 */
export async function submitCollection(
  transaction: Transaction,
  catalog: Catalog,
  before: Collection | undefined,
  form: CollectionForm,
  report: Report,
  isNewer = false,
): Promise<Collection> {
  // A collection that has no fields can be changed by clients of 0.22, too.
  const needsNoFields = isNewer || before?.schema.length === 0
  const sent = applyForm(form, before)
  const { issues, draft } = await validateCollectionDraft(transaction, catalog, before, sent, needsNoFields)
  if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
  try {
    return await saveCollection(transaction, catalog, before, completeDraft(draft, before), report, isNewer)
  } catch (error) {
    throw changeFailure(before ? 'collectionNotUpdated' : 'collectionNotCreated', error)
  }
}
