import type { Collection } from '@coffer/schema'
import { badRequest } from '../../errors/ApiError.ts'
import { collectionIn } from '../collections/collectionIn.ts'
import type { Call } from '../contract.ts'

/**
 * The collection that the path names.
 * @throws ApiError 404 when there is none
 */
export const findCollection = async ({ app, request }: Call): Promise<Collection> => collectionIn(await app.catalog(), request)

/**
 * The collection that the path names, if its records can be written.
 * @throws ApiError 404 when there is none, 400 for a view
 */
export const findWritableCollection = async (call: Call): Promise<Collection> => {
  const collection = await findCollection(call)
  if (collection.type === 'view') throw badRequest('Unsupported collection type.')
  return collection
}
