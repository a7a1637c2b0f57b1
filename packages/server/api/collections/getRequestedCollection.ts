import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { missingCollection } from '../newerClients.ts'

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
