import { deserialize } from 'node:v8'
import type { Collection } from '@coffer/schema'
import type { Row } from '../../../db/engine.ts'
import { type JsonReply, jsonReply } from '../../../messages/ApiReply.ts'
import type { ApiRequest } from '../../../messages/ApiRequest.ts'
import { type JsonText, jsonOf, serializeValue } from '../../../messages/json.ts'
import { LargeResponseError, largeResponseLength } from '../../../query/select/LargeResponseError.ts'
import type { WrittenRecord } from '../../../records/RecordInput.ts'
import { rowOf } from '../../../records/rows/StoredRecord.ts'
import { createActor } from '../../../records/rules/Actor.ts'
import type { Requester } from '../../../records/rules/Requester.ts'
import { showRows } from '../../../records/visible/showRecords.ts'
import type { Call } from '../../Call.ts'
import { finishJson } from '../../finishJson.ts'
import { parameter } from '../../parameters.ts'
import { type CallScripts, type Next, next } from '../../Steps.ts'
import { serializeRecord } from '../../v022/write/SerializedRecord.ts'
import type { PlannedRequest } from './planRequest.ts'

/** The written records, undefined for deletions, and the requester as before the changes. */
interface WrittenBatch {
  requester: Requester
  /** The ids of deleted records, whose hooks after their changes have no record any more. */
  deleted: string[]
  written: (WrittenRow | { request: ApiRequest; shown: object } | undefined)[]
}

interface WrittenRow {
  request: ApiRequest
  data: Record<string, unknown>
  collection: Collection
  row: Row
}

/** Leaves the serialization of the records to a reader, to keep the writer free. */
export function respondToBatch(
  { requester }: Call,
  planned: readonly PlannedRequest[],
  written: readonly (WrittenRecord | undefined)[],
): Next<Uint8Array> {
  const batch: WrittenBatch = {
    requester,
    deleted: planned.flatMap(({ change }) => (change.action === 'delete' ? [change.id] : [])),
    written: planned.map(({ request, change }, index) => {
      if ('prepareOther' in change) return change.shown && { request, shown: change.shown }
      const one = written[index]
      if (!one || change.action === 'delete') return undefined
      const { record } = one
      return { request, data: change.input.ruleValues ?? {}, collection: record.collection, row: rowOf(record) }
    }),
  }
  return next(serializeValue(batch))
}

/**
 * Responds with the records of a batch as the requester can see them, each with its own `expand` and `fields`. Related records that would
 * make the whole response longer than 64 MB are left out.
 * @throws LargeResponseError if the response is large and must not be
 */
export async function serializeBatchReplies(
  { app, request: sent, allowsLarge }: Call,
  bytes: Uint8Array,
): Promise<JsonReply<unknown> | CallScripts> {
  const { requester, written, deleted }: WrittenBatch = deserialize(bytes)
  const replies: { body: unknown; status: number }[] = []
  let length = 0
  const add = (json: JsonText | undefined) => {
    const text = json === undefined ? 'null' : jsonOf(json)
    length += text.length
    if (!allowsLarge && length > largeResponseLength) throw new LargeResponseError(length)
    replies.push({ body: JSON.parse(text), status: 200 })
  }
  for (const one of written) {
    if (!one) {
      replies.push({ body: null, status: 204 })
      continue
    }
    if ('shown' in one) {
      add(await finishJson(one.shown, one.request.query))
      continue
    }
    const { request, data, collection, row } = one
    const values = createActor(requester, request, { data, context: 'batch' }).values
    const lookup = { catalog: app.catalog, request: values, rows: app.rows, allowsLarge, earlierCharacters: length }
    const [shown] = await showRows(app.db, collection, [row], requester, lookup, parameter(request, 'expand'))
    add(shown && (await finishJson(serializeRecord(shown), request.query)))
  }
  const changes = sent.scripted?.changes?.map(({ call }) => call).filter(({ values }) => !deleted.includes(String(values.id)))
  if (!changes || changes.length === 0) return jsonReply<unknown>(replies)
  return { kind: 'callScripts', call: { kind: 'madeChanges', changes }, reply: jsonReply(JSON.stringify(replies)) }
}
