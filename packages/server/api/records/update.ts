import { updateRecord as update } from '../../records/updateRecord.ts'
import type { Endpoint } from '../contract.ts'
import { admitUploads, maxRecordBytes } from './admit.ts'
import { answerChanged, serializeChanged } from './changedRecord.ts'
import { parseRecord } from './parse.ts'
import { writeOf } from './writeOf.ts'

/** Changes a record and answers it as the requester may see it. */
export const updateRecord: Endpoint = {
  method: 'PATCH',
  path: '/collections/:collection/records/:id',
  runs: 'writes',
  maxBodyBytes: maxRecordBytes,
  admit: admitUploads('update'),
  parse: parseRecord,
  serialize: serializeChanged,
  handle: async call => {
    const { record, lookup, effects } = await update(await writeOf(call), call.request.params.id ?? '')
    return { ...(await answerChanged(call, record, lookup)), effects }
  },
}
