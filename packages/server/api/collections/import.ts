import { blank, type ImportedCollection, MalformedCollection, NewerExportError, readImport } from '@coffer/schema'
import { logExposure } from '../../access/review/logExposure.ts'
import { changeCollections } from '../../collections/changeCollections.ts'
import { importCollections as carryOut } from '../../collections/importCollections.ts'
import { randomFieldId } from '../../crypto/randomText.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { guardCollections } from '../access/ruleTests/guardCollections.ts'
import { readForm } from '../body/readForm.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inWriterExclusively, type Outcome } from '../Steps.ts'
import { callAround, callBefore, collectionValue, type Events, valueAfter } from '../scriptEvents.ts'

function readBody(request: ApiRequest): { collections: ImportedCollection[]; deleteMissing: boolean } {
  const { collections, deleteMissing = false } = readForm(
    request,
    { collections: 'json', deleteMissing: 'flag' },
    'dataMalformed',
  )
  try {
    return { collections: readImport(collections, randomFieldId), deleteMissing }
  } catch (error) {
    if (error instanceof NewerExportError) {
      const issue = { code: 'collections_import_newer_format', message: error.message }
      throw new Rejection('invalid', { code: 'collectionsNotImported', issues: { collections: issue }, cause: error })
    }
    throw error instanceof MalformedCollection ? new Rejection('invalid', { code: 'dataMalformed', cause: error }) : error
  }
}

/** Returns the collections as hooks of scripts have left them. */
function collectionsAfter(call: Call): ImportedCollection[] | undefined {
  const value = valueAfter(call, 'collections')
  if (value?.kind !== 'list') return undefined
  return readImport(
    value.items.map(item => ('values' in item ? item.values : undefined)),
    randomFieldId,
  )
}

/** Imports the collections of a request, with the hooks of scripts around it. */
export async function runImport(call: Call): Promise<Outcome<never>> {
  const { app, request } = call
  const { collections: sent, deleteMissing } = readBody(request)
  const given = (): Events => ({ values: { collections: { kind: 'list', items: sent.map(one => collectionValue(one)) } } })
  const hooks = request.scripts && callBefore(call, ['onCollectionsBeforeImportRequest'], given())
  if (hooks) return hooks
  const collections = collectionsAfter(call) ?? sent
  if (collections.length === 0) throw new Rejection('invalid', { issues: { collections: blank } })
  const options = { deleteMissing, isNewer: request.dialect === 'today' }
  await logExposure(app, () =>
    changeCollections(
      app,
      (transaction, catalog, report) => carryOut(transaction, catalog, collections, options, report),
      guardCollections(call),
    ),
  )
  return callAround(call, ['onCollectionsAfterImportRequest'], emptyReply(), given)
}

/** Imports collections: creates, changes and, if requested, deletes them to match an export. */
export const importCollections: Endpoint = {
  method: 'PUT',
  path: '/collections/import',
  operation: {
    id: 'importCollections',
    summary: 'Create, change and delete collections to match an export',
    query: ['allowFailingTests'],
    body: { json: 'CollectionImport' },
    returns: 'nothing',
  },
  body: { maxBytes: 32 * 1024 * 1024 },
  guard: adminOnly,
  steps: inWriterExclusively(runImport),
}
