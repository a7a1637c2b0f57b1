import { presentRecord } from '../../records/presentRecords.ts'
import { updateRecord as update } from '../../records/updateRecord.ts'
import type { Endpoint } from '../contract.ts'
import { parameter } from '../paging.ts'
import { admitUploads } from './admit.ts'
import { changeRecord } from './changeRecord.ts'

/** Changes a record and answers it as the requester may see it. */
export const updateRecord: Endpoint = {
  method: 'PATCH',
  path: '/collections/:collection/records/:id',
  runs: 'writes',
  admit: admitUploads('update'),
  handle: call =>
    changeRecord(call, async write => {
      const { record, lookup, effects } = await update(write, call.request.params.id ?? '')
      const json = await presentRecord(call.app.db, record, call.requester, lookup, parameter(call.request, 'expand'))
      return { json, effects }
    }),
}
