import type { AuthCollection } from '@coffer/schema'
import { badRequest } from '../../errors/ApiError.ts'
import type { Call } from '../contract.ts'
import { getCollection } from '../records/getCollection.ts'

/**
 * Returns the auth collection named by the path.
 * @throws ApiError 404 if the collection does not exist, 400 if it is not an auth collection
 */
export const getAuthCollection = async (call: Call): Promise<AuthCollection> => {
  const collection = await getCollection(call)
  if (collection.type !== 'auth') throw badRequest('Unsupported collection type.')
  return collection
}
