import { emptyReply } from '../../messages/ApiReply.ts'
import { deleteRecord as remove } from '../../records/deleteRecord.ts'
import type { Endpoint } from '../contract.ts'
import { readWriteRequest } from './readWriteRequest.ts'
import { readUndoKey, undoForAdminsOnly } from './undoKey.ts'

/**
 * Deletes a record and the records that cascade. The body is optional; rules can refer to it. With the `undo` query parameter of an
 * admin, the deleted records are retained for a while.
 */
export const deleteRecord: Endpoint = {
  method: 'DELETE',
  path: '/collections/:collection/records/:id',
  operation: {
    id: 'delete{}Record',
    summary: 'Delete a record',
    of: 'tables',
    rule: 'delete',
    query: ['undo'],
    returns: 'nothing',
  },
  runs: 'writes',
  guard: undoForAdminsOnly,
  handle: async call =>
    emptyReply(await remove(await readWriteRequest(call), call.request.params.id ?? '', readUndoKey(call.request))),
}
