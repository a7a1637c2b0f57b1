import { updateRecord as update } from '../../records/updateRecord.ts'
import type { Endpoint } from '../contract.ts'
import { respondWithRecord, serializeChanged } from './changedRecord.ts'
import { parseRecord } from './parse.ts'
import { maxRecordBytes, precheckUploads } from './precheck.ts'
import { readWriteRequest } from './readWriteRequest.ts'
import { readUndoKey, undoForAdminsOnly } from './undoKey.ts'

/**
 * Updates a record and returns it as the requester can see it. With the `undo` query parameter of an admin, the overwritten values
 * are retained for a while.
 */
export const updateRecord: Endpoint = {
  method: 'PATCH',
  path: '/collections/:collection/records/:id',
  operation: {
    id: 'update{}Record',
    summary: 'Update a record',
    of: 'tables',
    rule: 'update',
    query: ['expand', 'fields', 'undo'],
    body: { json: '{}Update', multipart: '{}UpdateForm' },
    returns: '{}Record',
  },
  runs: 'writes',
  maxBodyBytes: maxRecordBytes,
  guard: undoForAdminsOnly,
  precheck: precheckUploads('update'),
  parse: parseRecord,
  serialize: serializeChanged,
  handle: async call =>
    respondWithRecord(call, await update(await readWriteRequest(call), call.request.params.id ?? '', readUndoKey(call.request))),
}
