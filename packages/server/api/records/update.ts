import { presentRecord } from '../../records/presented/presentRecords.ts'
import { updateRecord as update } from '../../records/updateRecord.ts'
import type { Endpoint } from '../contract.ts'
import { parameter } from '../paging.ts'
import { admitUploads, maxRecordBytes } from './admit.ts'
import { writeOf } from './writeOf.ts'

/** Changes a record and answers it as the requester may see it. */
export const updateRecord: Endpoint = {
  method: 'PATCH',
  path: '/collections/:collection/records/:id',
  runs: 'writes',
  maxBodyBytes: maxRecordBytes,
  admit: admitUploads('update'),
  handle: async call => {
    const { record, lookup, effects } = await update(await writeOf(call), call.request.params.id ?? '')
    const json = await presentRecord(call.app.db, record, call.requester, lookup, parameter(call.request, 'expand'))
    return { json, effects }
  },
}
