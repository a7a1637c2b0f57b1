import { type AuthCollection, type Collection, newerSystemCollections } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { Rejection, type RejectionCode } from '../errors/Rejection.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import { findRecord } from '../records/rows/findRecord.ts'
import type { StoredRecord } from '../records/rows/StoredRecord.ts'
import type { Call } from './Call.ts'

/** The 404 for a route of PocketBase 0.23 and later that names a collection which 0.22 does not have. */
const unsupportedRoute =
  'This server does not have this route of PocketBase 0.23 and later. The page "Which SDK?" of the manual lists what works.'

/** Returns the 404 for a missing collection. Newer clients sign in admins with a system collection that 0.22 does not have. */
function missingCollection(idOrName: string, code?: RejectionCode): Rejection {
  if (newerSystemCollections.includes(idOrName)) return new Rejection('missing', { message: unsupportedRoute })
  return new Rejection('missing', code && { code })
}

/**
 * Returns the collection named by the path, by id or by name (ignoring case).
 * @throws Rejection `missing` if it does not exist
 */
export function getRequestedCollection(catalog: Catalog, request: ApiRequest): Collection {
  const { collection: idOrName = '' } = request.params
  const collection = catalog.find(idOrName)
  if (!collection) throw missingCollection(idOrName)
  return collection
}

/**
 * Returns the collection named by the path, whose records are requested.
 * @throws Rejection `missing` if it does not exist
 */
export function getCollection({ app, request }: Call): Collection {
  const collection = app.catalog.find(request.params.collection ?? '')
  if (!collection) throw missingCollection(request.params.collection ?? '', 'collectionMissing')
  return collection
}

/**
 * Returns the collection named by the path if its records can be written.
 * @throws Rejection `missing` if it does not exist, 400 for a view
 */
export function getWritableCollection(call: Call): Collection {
  const collection = getCollection(call)
  if (collection.type === 'view') throw new Rejection('invalid', { code: 'collectionTypeUnsupported' })
  return collection
}

/**
 * Returns the auth collection named by the path.
 * @throws Rejection `missing` if the collection does not exist, 400 if it is not an auth collection
 */
export function getAuthCollection(call: Call): AuthCollection {
  const collection = getCollection(call)
  if (collection.type !== 'auth') throw new Rejection('invalid', { code: 'authCollectionMissing' })
  return collection
}

/**
 * Returns the auth record named by the path.
 * @throws Rejection `missing` if the collection or the record does not exist, 400 if it is not an auth collection
 */
export async function getAuthRecord(call: Call): Promise<StoredRecord> {
  const record = await findRecord(call.app.db, getAuthCollection(call), call.request.params.id ?? '')
  if (!record) throw new Rejection('missing')
  return record
}
