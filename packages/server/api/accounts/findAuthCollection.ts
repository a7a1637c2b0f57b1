import type { AuthCollection } from '@coffer/schema'
import { badRequest } from '../../errors/ApiError.ts'
import type { Call } from '../contract.ts'
import { findCollection } from '../records/findCollection.ts'

/**
 * The collection of accounts that the path names.
 * @throws ApiError 404 when there is none, 400 when its records are no accounts
 */
export const findAuthCollection = async (call: Call): Promise<AuthCollection> => {
  const collection = await findCollection(call)
  if (collection.type !== 'auth') throw badRequest('Unsupported collection type.')
  return collection
}
