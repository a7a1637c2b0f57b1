import { createRecord as create } from '../../records/createRecord.ts'
import { presentRecord } from '../../records/presented/presentRecords.ts'
import type { Endpoint } from '../contract.ts'
import { parameter } from '../paging.ts'
import { admitUploads, maxRecordBytes } from './admit.ts'
import { writeOf } from './writeOf.ts'

/** Creates a record and answers it as the requester may see it. */
export const createRecord: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/records',
  runs: 'writes',
  maxBodyBytes: maxRecordBytes,
  admit: admitUploads('create'),
  handle: async call => {
    const { record, lookup, effects } = await create(await writeOf(call))
    const json = await presentRecord(call.app.db, record, call.requester, lookup, parameter(call.request, 'expand'))
    return { json, effects }
  },
}
