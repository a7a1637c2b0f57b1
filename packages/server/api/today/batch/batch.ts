import { cofferSettings, FilterError } from '@coffer/schema'
import type { Catalog } from '../../../catalog/Catalog.ts'
import { isTemporary } from '../../../db/DatabaseError.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import { type JsonReply, jsonReply, type UploadLimit, type UploadLimits } from '../../../messages/ApiReply.ts'
import type { ApiRequest } from '../../../messages/ApiRequest.ts'
import { jsonOf } from '../../../messages/json.ts'
import { QueryError } from '../../../query/operands/QueryError.ts'
import { changeRecords } from '../../../records/changeRecords.ts'
import { createActor } from '../../../records/rules/Actor.ts'
import type { Call } from '../../Call.ts'
import type { Endpoint } from '../../contract.ts'
import { errorReply } from '../../errorReplies.ts'
import { turnForHooksOf, withInsideHooksOf, withLeftValues } from '../../records/insideHooks.ts'
import { maxRecordBytes, recordUploads } from '../../records/precheck.ts'
import { turnToHash } from '../../records/turnToHash.ts'
import { countAttempt, inWriter, type Outcome } from '../../Steps.ts'
import { ApiError } from '../../v022/ApiError.ts'
import { assertBatchAllowed } from './assertBatchAllowed.ts'
import { callBatchHooks } from './callBatchHooks.ts'
import { countBatch } from './countBatch.ts'
import { findBatchAttempt } from './findBatchAttempt.ts'
import { type PlannedRequest, planRequest } from './planRequest.ts'
import { readBatch, serializeBatch } from './readBatch.ts'
import { respondToBatch, serializeBatchReplies } from './respondToBatch.ts'

/** Returns the record that a change of a batch creates or updates, if any. */
function sentBy(change: PlannedRequest['change']) {
  const isSent = !('prepareOther' in change) && change.action !== 'delete'
  return isSent ? [{ collection: change.collection, values: change.input.values }] : []
}

/** The errors that a request of a batch can cause. */
const requestErrors = [Rejection, ApiError, FilterError, QueryError]

/**
 * Returns the reply to a batch of which one request failed: the response that the request would have had on its own, by its index.
 * @throws the error if the request did not cause it, such as a busy database
 */
function failedBatch(error: unknown, index: number, request: ApiRequest): JsonReply<unknown> {
  if (isTemporary(error) || !requestErrors.some(type => error instanceof type)) throw error
  const { json, failure } = errorReply(error, { ...request, dialect: 'today' })
  const response: unknown = JSON.parse(jsonOf(json))
  const failed = { code: 'batch_request_failed', message: 'Batch request failed.', response }
  const body = { data: { requests: { [index]: failed } }, message: 'Batch transaction failed.', status: 400 }
  return jsonReply<unknown>(body, { status: 400, ...(failure && { failure }) })
}

/** Makes the changes of a batch. The reply names the request that failed, if any: then nothing is changed. */
async function runBatch(call: Call): Promise<Outcome<Uint8Array>> {
  const { app, request, requester } = call
  const { batch } = cofferSettings(app.settings)
  const deadline = performance.now() + batch.timeout * 1000
  const sent = readBatch(request.body, batch)
  const planned: PlannedRequest[] = []
  let failed = 0
  const onRequest = (index: number) => {
    failed = index
  }
  const plan = async () => {
    const existing = new Map<string, boolean>()
    for (const [index, one] of sent.entries()) {
      onRequest(index)
      planned.push(await planRequest(call, one, existing))
    }
  }
  try {
    const problem = await plan().then(
      () => undefined,
      (cause: unknown) => ({ cause }),
    )
    // The requests before an invalid one count, too, because they have cost the writer time.
    const count = countBatch(call, planned, onRequest)
    if (count) return count
    if (problem) throw problem.cause
    const attempt = request.counted ? undefined : await findBatchAttempt(app, planned, onRequest)
    if (attempt) return countAttempt(attempt)
    const hooked = await callBatchHooks(call, planned, onRequest)
    if (hooked) return hooked
    const turn = turnToHash(
      call,
      planned.flatMap(({ change }) => sentBy(change)),
    )
    if (turn) return turn
    const changes = planned.map(({ change }) => change)
    const hookTurn = turnForHooksOf(call, changes)
    if (hookTurn) return hookTurn
    const hookedApp = withInsideHooksOf(call, changes, onRequest)
    const written = await changeRecords(hookedApp, createActor(requester, request), changes, { deadline, onFailure: onRequest })
    const left = hookedApp.inside ? await Promise.all(written.map(one => one && withLeftValues(hookedApp, one))) : written
    return respondToBatch(call, planned, left)
  } catch (error) {
    return failedBatch(error, failed, planned[failed]?.request ?? request)
  }
}

/**
 * Returns the limits of the files in a batch. Their keys have `*` in place of the index of the request. Fields of the same name share
 * the greatest limits; each change validates its own.
 */
function batchUploads(catalog: Catalog): UploadLimits {
  const limits = new Map<string, UploadLimit>()
  for (const collection of catalog.all) {
    for (const [field, { files, size }] of recordUploads(collection, 'today')) {
      const key = `requests.*.${field}`
      const known = limits.get(key)
      limits.set(key, { files: Math.max(files, known?.files ?? 0), size: Math.max(size, known?.size ?? 0) })
    }
  }
  return limits
}

/** Creates, updates, upserts and deletes records in one transaction. */
export const batch: Endpoint = {
  method: 'POST',
  path: '/batch',
  dialect: 'today',
  operation: {
    id: 'batch',
    summary: 'Change several records in one transaction',
    body: { json: 'BatchRequests', multipart: 'BatchForm' },
    returns: 'BatchResults',
    errors: [429],
  },
  guard: assertBatchAllowed,
  body: {
    maxBytes: maxRecordBytes,
    precheck: async call => batchUploads(call.app.catalog),
    parse: async ({ app, request }) => serializeBatch(readBatch(request.body, cofferSettings(app.settings).batch)),
  },
  steps: inWriter(runBatch).inReader(serializeBatchReplies),
}
