import { notFound } from '../../errors/ApiError.ts'
import { findRecord } from '../../rows/findRecord.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'
import type { Call } from '../contract.ts'
import { findAuthCollection } from './findAuthCollection.ts'

/**
 * The account that the path names.
 * @throws ApiError 404 when there is no such collection or account, 400 when the collection's records are no accounts
 */
export const findAccountRecord = async (call: Call): Promise<StoredRecord> => {
  const record = await findRecord(call.app.db, await findAuthCollection(call), call.request.params.id ?? '')
  if (!record) throw notFound()
  return record
}
