import type { Collection } from '@coffer/schema'
import { badRequest } from '../../errors/ApiError.ts'
import { getRequestedCollection } from '../collections/getRequestedCollection.ts'
import type { Call } from '../contract.ts'

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
