import { updateRecord as update } from '../../records/updateRecord.ts'
import type { Endpoint } from '../contract.ts'
import { admitUploads, maxRecordBytes } from './admit.ts'
import { answerChanged, serializeChanged } from './changedRecord.ts'
import { parseRecord } from './parse.ts'
import { undoForAdminsOnly, undoKeyIn } from './undoKey.ts'
import { writeOf } from './writeOf.ts'

/**
 * Changes a record and returns it as the requester may see it. With `undo` in its query, the values that an admin overwrites are
 * stored for a while.
 */
export const updateRecord: Endpoint = {
  method: 'PATCH',
  path: '/collections/:collection/records/:id',
  runs: 'writes',
  maxBodyBytes: maxRecordBytes,
  guard: undoForAdminsOnly,
  admit: admitUploads('update'),
  parse: parseRecord,
  serialize: serializeChanged,
  handle: async call => {
    const { record, lookup, effects } = await update(await writeOf(call), call.request.params.id ?? '', undoKeyIn(call.request))
    return { ...(await answerChanged(call, record, lookup)), effects }
  },
}
