import { createRecord as create } from '../../records/createRecord.ts'
import { presentRecord } from '../../records/presentRecords.ts'
import { readRecordData } from '../body/readRecordData.ts'
import type { Endpoint } from '../contract.ts'
import { parameter } from '../paging.ts'
import { findWritableCollection } from './findCollection.ts'

/** Creates a record and answers it as the requester may see it. */
export const createRecord: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/records',
  runs: 'writes',
  handle: async call => {
    const collection = await findWritableCollection(call)
    const data = readRecordData(call.request.body, collection)
    const { record, lookup, effects } = await create({ ...call, collection, data })
    const json = await presentRecord(call.app.db, record, call.requester, lookup, parameter(call.request, 'expand'))
    return { json, effects }
  },
}
