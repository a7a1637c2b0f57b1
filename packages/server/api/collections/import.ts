import { blank, type ImportedCollection, MalformedCollection, NewerExportError, readImport } from '@coffer/schema'
import { changeCollections } from '../../collections/changeCollections.ts'
import { importCollections as carryOut } from '../../collections/importCollections.ts'
import { randomFieldId } from '../../crypto/randomText.ts'
import { badRequest } from '../../errors/ApiError.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { invalidFormatting } from '../body/readData.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

const readBody = (request: ApiRequest): { collections: ImportedCollection[]; deleteMissing: boolean } => {
  const { collections, deleteMissing = false } = readForm(
    request,
    { collections: 'json', deleteMissing: 'flag' },
    invalidFormatting,
  )
  try {
    return { collections: readImport(collections, randomFieldId), deleteMissing }
  } catch (error) {
    if (error instanceof NewerExportError) {
      const issue = { code: 'collections_import_newer_format', message: error.message }
      throw badRequest('Failed to import the submitted collections.', { collections: issue }, error)
    }
    throw error instanceof MalformedCollection ? badRequest(invalidFormatting, {}, error) : error
  }
}

/** Imports collections: creates, changes and, if requested, deletes them to match an export. */
export const importCollections: Endpoint = {
  method: 'PUT',
  path: '/collections/import',
  operation: {
    id: 'importCollections',
    summary: 'Create, change and delete collections to match an export',
    body: { json: 'CollectionImport' },
    returns: 'nothing',
  },
  runs: 'writes',
  maxBodyBytes: 32 * 1024 * 1024,
  markCollectionsChanged: true,
  guard: adminOnly,
  handle: async ({ app, request }) => {
    const { collections, deleteMissing } = readBody(request)
    if (collections.length === 0) throw badRequest(undefined, { collections: blank })
    const effects = await changeCollections(app, (transaction, catalog, report) =>
      carryOut(transaction, catalog, collections, deleteMissing, report),
    )
    return emptyReply({ effects })
  },
}
