import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../collections/Catalog.ts'
import { notFound } from '../../errors/ApiError.ts'
import type { ApiRequest } from '../../request/ApiRequest.ts'

/**
 * The collection that the path names, by its id or (in any case) its name.
 * @throws ApiError 404 when there is none
 */
export const collectionIn = (catalog: Catalog, request: ApiRequest): Collection => {
  const collection = catalog.find(request.params.collection ?? '')
  if (!collection) throw notFound()
  return collection
}
