import { deleteRecord as remove } from '../../records/deleteRecord.ts'
import type { Endpoint } from '../contract.ts'
import { undoForAdminsOnly, undoKeyIn } from './undoKey.ts'
import { writeOf } from './writeOf.ts'

/**
 * Deletes a record with what hangs on it. A body is not needed, but rules may ask for what it says. With `undo` in its query, an
 * administrator has all of it kept for a while.
 */
export const deleteRecord: Endpoint = {
  method: 'DELETE',
  path: '/collections/:collection/records/:id',
  runs: 'writes',
  guard: undoForAdminsOnly,
  handle: async call => remove(await writeOf(call), call.request.params.id ?? '', undoKeyIn(call.request)),
}
