import { createRecord as create } from '../../records/createRecord.ts'
import type { Endpoint } from '../contract.ts'
import { respondWithRecord, serializeChanged } from './changedRecord.ts'
import { parseRecord } from './parse.ts'
import { maxRecordBytes, precheckUploads } from './precheck.ts'
import { readWriteRequest } from './readWriteRequest.ts'

/** Creates a record and returns it as the requester can see it. */
export const createRecord: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/records',
  operation: {
    id: 'create{}Record',
    summary: 'Create a record',
    of: 'tables',
    rule: 'create',
    query: ['expand', 'fields'],
    body: { json: '{}Create', multipart: '{}CreateForm' },
    returns: '{}Record',
  },
  runs: 'writes',
  maxBodyBytes: maxRecordBytes,
  precheck: precheckUploads('create'),
  parse: parseRecord,
  serialize: serializeChanged,
  handle: async call => respondWithRecord(call, await create(await readWriteRequest(call))),
}
