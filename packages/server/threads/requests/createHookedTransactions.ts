import type { App } from '../../api/App.ts'
import type { HookWait } from '../../api/Call.ts'
import { createBatchService } from '../../api/code/batchService.ts'
import { errorReply } from '../../api/errorReplies.ts'
import type { StepResult } from '../../api/StepResult.ts'
import { randomId } from '../../crypto/randomText.ts'
import { endableEngine } from '../../db/endableEngine.ts'
import { engineWithin } from '../../db/engineWithin.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { ApiReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { BatchRequest, DataResponse } from '../../messages/DataRequest.ts'
import type { InsideOutcome } from '../../messages/HookCall.ts'
import { jsonOf } from '../../messages/json.ts'
import { Semaphore } from '../../runtime/Semaphore.ts'
import { appWithin } from './appWithin.ts'
import { runAllSteps } from './runAllSteps.ts'

type Undo = (error: unknown) => Promise<unknown>

/** Time after which the writer ends the transaction itself. The main thread, which has the same limit for hooks, should end it first. */
const graceMs = 100

/** A transaction that waits for hooks. */
interface Waiting {
  /** The app for requests in the transaction. */
  app: App
  /** Runs one request at a time, because savepoints must not overlap. */
  requests: Semaphore
  resume: (outcome: InsideOutcome) => void
  /** Resolves with the next result of the step. */
  next: Promise<StepResult>
}

/** Lets steps of this thread wait in their transactions while the main thread calls hooks. */
export function createHookedTransactions() {
  const waiting = new Map<string, Waiting>()

  const runWithin = async <T>(id: string, work: (app: App) => Promise<T>, failed: (error: unknown) => T): Promise<T> => {
    const transaction = waiting.get(id)
    if (!transaction) return failed(new Rejection('conflict', { message: 'The transaction of this hook has ended.' }))
    return transaction.requests.run(() => work(transaction.app)).catch(failed)
  }

  return {
    /** Runs a part of a request. Resolves with its result, or once its transaction waits for hooks. */
    run: (perform: (wait: HookWait) => Promise<StepResult>): Promise<StepResult> => {
      let turn = Promise.withResolvers<StepResult>()
      const first = turn.promise
      let undos: Undo[] = []

      const discardFiles = async (error: unknown): Promise<void> => {
        const discarded = undos
        undos = []
        for (const undo of discarded) await undo(error).catch(() => undefined)
      }

      const call: HookWait['call'] = async (app, transaction, hookCall, timeoutMs) => {
        const id = randomId()
        const ended = Promise.withResolvers<InsideOutcome>()
        const { engine, end } = endableEngine(engineWithin(transaction, app.db))
        const { resolve } = turn
        turn = Promise.withResolvers()
        waiting.set(id, {
          app: appWithin(app, engine, timeoutMs, undo => void undos.push(undo)),
          requests: new Semaphore({ maxConcurrent: 1 }),
          resume: ended.resolve,
          next: turn.promise,
        })
        const error = `The server has not ended the hooks for ${hookCall.collection.name} in time.`
        const timer = setTimeout(() => ended.resolve({ kind: 'late', error }), timeoutMs + graceMs)
        resolve({ kind: 'callInside', transaction: id, call: hookCall, timeoutMs })
        const outcome = await ended.promise
        clearTimeout(timer)
        await end()
        return outcome
      }

      perform({ call, discardFiles }).then(
        result => turn.resolve(result),
        error => turn.reject(error),
      )
      return first
    },

    service: {
      /** Runs a request of a hook in the transaction that waits for it. */
      request: (id: string, position: number, request: ApiRequest): Promise<ApiReply> =>
        runWithin<ApiReply>(id, app => runAllSteps(app, position, request), errorReply),
      /** Makes the changes of a batch of a hook in the transaction that waits for it. */
      batch: (id: string, batch: BatchRequest, authorization: string | undefined): Promise<DataResponse> =>
        runWithin(
          id,
          app => createBatchService(app).run(batch, authorization),
          error => {
            const { status, json } = errorReply(error)
            return { status, json: jsonOf(json) }
          },
        ),
      /** Resumes the step whose transaction has waited. Resolves with its next result. */
      resume: async (id: string, outcome: InsideOutcome): Promise<StepResult> => {
        const transaction = waiting.get(id)
        if (!transaction) throw new Error('The transaction does not wait for hooks.')
        waiting.delete(id)
        transaction.resume(outcome)
        return transaction.next
      },
    },
  }
}
