import { deserialize } from 'node:v8'
import type { Collection } from '@coffer/schema'
import type { Row } from '../../db/engine.ts'
import { type JsonReply, jsonReply } from '../../messages/ApiReply.ts'
import { serializeValue } from '../../messages/json.ts'
import type { WrittenRecord } from '../../records/RecordInput.ts'
import { rowOf } from '../../records/rows/StoredRecord.ts'
import { createActor } from '../../records/rules/Actor.ts'
import type { Requester } from '../../records/rules/Requester.ts'
import { showRecord, showRows } from '../../records/visible/showRecords.ts'
import { charactersIn } from '../../runtime/charactersIn.ts'
import { readRuleData } from '../body/readData.ts'
import type { Call } from '../Call.ts'
import { parameter } from '../parameters.ts'
import { next, type Outcome } from '../Steps.ts'
import { serializeRecord } from '../v022/write/SerializedRecord.ts'

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
function isCostly({ request }: Call, row: Row): boolean {
  if (parameter(request, 'expand') !== undefined) return true
  return charactersIn(row) > (parameter(request, 'fields') === undefined ? maxDirectLength : maxPickedLength)
}

/**
 * Returns a changed record as the requester can see it. Expensive serialization is left to a reader, to keep the writer free. So is
 * one that has failed: the error response to a change that is committed must not ask the client to repeat it.
 */
export async function respondWithRecord(call: Call, { record, lookup }: WrittenRecord): Promise<Outcome<Uint8Array>> {
  const { app, requester } = call
  const row = rowOf(record)
  const shown = isCostly(call, row)
    ? undefined
    : await showRecord(app.db, record, requester, lookup, undefined).catch(() => undefined)
  if (shown) return jsonReply(serializeRecord(shown))
  const changed: ChangedRecord = { collection: record.collection, row, requester }
  return next(serializeValue(changed))
}

/** Responds with a record that the writer has changed. */
export async function serializeChanged({ app, request, allowsLarge }: Call, bytes: Uint8Array): Promise<JsonReply<unknown>> {
  const { collection, row, requester }: ChangedRecord = deserialize(bytes)
  const lookup = {
    catalog: app.catalog,
    request: createActor(requester, request, { data: readRuleData(request) }).values,
    rows: app.rows,
    allowsLarge,
  }
  const [shown] = await showRows(app.db, collection, [row], requester, lookup, parameter(request, 'expand'))
  return jsonReply<unknown>(shown && serializeRecord(shown))
}
