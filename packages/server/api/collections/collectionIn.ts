import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { missingCollection } from '../newerClients.ts'

/**
 * The collection that the path names, by its id or (in any case) its name.
 * @throws ApiError 404 when there is none
 */
export const collectionIn = (catalog: Catalog, request: ApiRequest): Collection => {
  const { collection: idOrName = '' } = request.params
  const collection = catalog.find(idOrName)
  if (!collection) throw missingCollection(idOrName)
  return collection
}
