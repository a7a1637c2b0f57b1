import { deleteRecord as remove } from '../../records/deleteRecord.ts'
import type { Endpoint } from '../contract.ts'
import { writeOf } from './writeOf.ts'

/** Deletes a record with what hangs on it. A body is not needed, but rules may ask for what it says. */
export const deleteRecord: Endpoint = {
  method: 'DELETE',
  path: '/collections/:collection/records/:id',
  runs: 'writes',
  handle: async call => remove(await writeOf(call), call.request.params.id ?? ''),
}
