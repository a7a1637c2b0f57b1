import type { AuthCollection, Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { badRequest } from '../errors/ApiError.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import type { Call } from './contract.ts'
import { missingCollection } from './newerClients.ts'

/**
 * Returns the collection named by the path, by id or by name (ignoring case).
 * @throws ApiError 404 if it does not exist
 */
export const getRequestedCollection = (catalog: Catalog, request: ApiRequest): Collection => {
  const { collection: idOrName = '' } = request.params
  const collection = catalog.find(idOrName)
  if (!collection) throw missingCollection(idOrName)
  return collection
}

/**
 * Returns the collection named by the path.
 * @throws ApiError 404 if it does not exist
 */
export const getCollection = async ({ app, request }: Call): Promise<Collection> =>
  getRequestedCollection(await app.catalog(), request)

/**
 * Returns the collection named by the path if its records can be written.
 * @throws ApiError 404 if it does not exist, 400 for a view
 */
export const getWritableCollection = async (call: Call): Promise<Collection> => {
  const collection = await getCollection(call)
  if (collection.type === 'view') throw badRequest('Unsupported collection type.')
  return collection
}

/**
 * Returns the auth collection named by the path.
 * @throws ApiError 404 if the collection does not exist, 400 if it is not an auth collection
 */
export const getAuthCollection = async (call: Call): Promise<AuthCollection> => {
  const collection = await getCollection(call)
  if (collection.type !== 'auth') throw badRequest('Unsupported collection type.')
  return collection
}
