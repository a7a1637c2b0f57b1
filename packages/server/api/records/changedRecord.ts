import { deserialize } from 'node:v8'
import type { Collection } from '@coffer/schema'
import type { Row } from '../../db/engine.ts'
import { type ApiReply, jsonReply } from '../../messages/ApiReply.ts'
import { serializeValue } from '../../messages/serializeValue.ts'
import { serializeRecord, serializeRows } from '../../records/serialization/serializeRecords.ts'
import type { WrittenRecord } from '../../records/WriteRequest.ts'
import { rowOf } from '../../rows/StoredRecord.ts'
import type { Requester } from '../../rules/Requester.ts'
import { requestValues } from '../../rules/requestValues.ts'
import { charactersIn } from '../../runtime/charactersIn.ts'
import { readRuleData } from '../body/readData.ts'
import { CommittedError } from '../CommittedError.ts'
import type { Call } from '../contract.ts'
import { parameter } from '../parameters.ts'

/** A changed record, and the requester as before the change, which can have invalidated their token. */
interface ChangedRecord {
  collection: Collection
  row: Row
  requester: Requester
}

/** Minimum length of a record from which serializing it in the writer takes longer than sending it to a reader. */
const maxDirectLength = 64 * 1024
/** The same for responses with `fields`, because an excerpt parses HTML. */
const maxPickedLength = 4 * 1024

/** Whether serializing a changed record costs more than the change, for example because expanded records must be read. */
const isCostly = ({ request }: Call, row: Row): boolean => {
  if (parameter(request, 'expand') !== undefined) return true
  return charactersIn(row) > (parameter(request, 'fields') === undefined ? maxDirectLength : maxPickedLength)
}

/** Returns a changed record as the requester can see it. Expensive serialization is left to a reader, to keep the writer free. */
export const respondWithRecord = async (call: Call, { record, lookup, effects }: WrittenRecord): Promise<ApiReply<unknown>> => {
  const { app, requester } = call
  const row = rowOf(record)
  if (!isCostly(call, row)) {
    const json = await serializeRecord(app.db, record, requester, lookup, undefined).catch((error: unknown) => {
      throw new CommittedError(error, effects)
    })
    return jsonReply(json, { effects })
  }
  const changed: ChangedRecord = { collection: record.collection, row, requester }
  return { kind: 'unserialized', bytes: serializeValue(changed), effects }
}

/** Serializes a record that the writer has changed. */
export const serializeChanged = async ({ app, request }: Call, bytes: Uint8Array): Promise<unknown> => {
  const { collection, row, requester }: ChangedRecord = deserialize(bytes)
  const lookup = {
    catalog: await app.catalog(),
    request: requestValues(request, requester, readRuleData(request)),
    rows: app.rows,
  }
  const [json] = await serializeRows(app.db, collection, [row], requester, lookup, parameter(request, 'expand'))
  return json
}
