import { deleteRecord as remove } from '../../records/deleteRecord.ts'
import { readRecordData } from '../body/readRecordData.ts'
import type { Endpoint } from '../contract.ts'
import { findWritableCollection } from './findCollection.ts'

/** Deletes a record with what hangs on it. */
export const deleteRecord: Endpoint = {
  method: 'DELETE',
  path: '/collections/:collection/records/:id',
  runs: 'writes',
  handle: async call => {
    const collection = await findWritableCollection(call)
    // A body is not needed here, but rules may ask for what it says.
    const data = readRecordData(call.request.body, collection)
    return remove({ ...call, collection, data }, call.request.params.id ?? '')
  },
}
