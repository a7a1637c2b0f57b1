import { createRecord as create } from '../../records/createRecord.ts'
import type { Endpoint } from '../contract.ts'
import { admitUploads, maxRecordBytes } from './admit.ts'
import { answerChanged, serializeChanged } from './changedRecord.ts'
import { parseRecord } from './parse.ts'
import { writeOf } from './writeOf.ts'

/** Creates a record and answers it as the requester may see it. */
export const createRecord: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/records',
  runs: 'writes',
  maxBodyBytes: maxRecordBytes,
  admit: admitUploads('create'),
  parse: parseRecord,
  serialize: serializeChanged,
  handle: async call => {
    const { record, lookup, effects } = await create(await writeOf(call))
    return { ...(await answerChanged(call, record, lookup)), effects }
  },
}
