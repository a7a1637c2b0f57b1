import { cofferSettings } from '@coffer/schema'
import { changeRecords } from '../../../records/changeRecords.ts'
import { createActor } from '../../../records/rules/Actor.ts'
import type { Call } from '../../Call.ts'
import type { Endpoint } from '../../contract.ts'
import { turnForHooksOf, withInsideHooksOf, withLeftValues } from '../../records/insideHooks.ts'
import { maxRecordBytes } from '../../records/precheck.ts'
import { turnToHash } from '../../records/turnToHash.ts'
import { countAttempt, inWriter, type Outcome } from '../../Steps.ts'
import { assertBatchAllowed } from './assertBatchAllowed.ts'
import { batchUploads } from './batchUploads.ts'
import { callBatchHooks } from './callBatchHooks.ts'
import { countBatch } from './countBatch.ts'
import { failedBatch } from './failedBatch.ts'
import { findBatchAttempt } from './findBatchAttempt.ts'
import { type PlannedRequest, planRequest } from './planRequest.ts'
import { readBatch, serializeBatch } from './readBatch.ts'
import { respondToBatch, serializeBatchReplies } from './respondToBatch.ts'

/** Returns the record that a change of a batch creates or updates, if any. */
function sentBy(change: PlannedRequest['change']) {
  const isSent = !('prepareOther' in change) && change.action !== 'delete'
  return isSent ? [{ collection: change.collection, values: change.input.values }] : []
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
