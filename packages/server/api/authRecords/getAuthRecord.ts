import { notFound } from '../../errors/ApiError.ts'
import { findRecord } from '../../rows/findRecord.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'
import type { Call } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'

/**
 * Returns the auth record named by the path.
 * @throws ApiError 404 if the collection or the record does not exist, 400 if it is not an auth collection
 */
export const getAuthRecord = async (call: Call): Promise<StoredRecord> => {
  const record = await findRecord(call.app.db, await getAuthCollection(call), call.request.params.id ?? '')
  if (!record) throw notFound()
  return record
}
