import { logExposure } from '../access/review/logExposure.ts'
import type { WideningContext } from '../access/review/logWidened.ts'
import type { CollectionLock } from '../collections/CollectionLock.ts'
import type { Transaction } from '../db/engine.ts'
import type { EventActor } from '../events/log/ChangeEntry.ts'
import { writeRecords } from '../records/changes/RecordWriter.ts'
import type { HostAnswer } from './messages.ts'
import { failedAnswer, performOperation } from './performOperation.ts'
import { type App, committedOperations, type Discard, type Operations, transactionOperations } from './scriptOperations.ts'

export type ScriptService = ReturnType<typeof createScriptService>

interface OpenTransaction {
  operations: Operations
  /** Undoes what an operation has changed if it fails. The transaction goes on, as in SQLite. */
  attempt: Transaction['attempt']
  end: (isCommitted: boolean) => void
  done: Promise<unknown>
}

/** Maximum duration of a transaction of a script in milliseconds. No other change can be made in this time. */
const maxTransactionMs = 10_000

/** The operations that can change collections. Nobody knows what a statement changes. */
const changesOfCollections: ReadonlySet<string> = new Set(['saveCollection', 'deleteCollection', 'importCollections', 'execute'])

class RolledBack extends Error {}

/** What the service needs of the server. */
interface ScriptContext extends WideningContext {
  snapshot: () => Promise<App>
  lock: Pick<CollectionLock, 'runExclusive'>
}

/** Creates what scripts do with the database. Errors of the operations are part of the answers. */
export function createScriptService(app: ScriptContext) {
  const open = new Map<number, OpenTransaction>()
  let lastId = 0
  const inTransaction = async <T>(
    work: (operations: Operations, transaction: Transaction) => Promise<T>,
    actor: EventActor = { kind: 'server' },
  ): Promise<T> => {
    const snapshot = await app.snapshot()
    const discards: Discard[] = []
    try {
      return await writeRecords(snapshot, actor, records =>
        work(
          transactionOperations(snapshot, records, discard => discards.push(discard)),
          records.transaction,
        ),
      )
    } catch (error) {
      for (const discard of discards) await discard(error)
      throw error
    }
  }
  return {
    /** Performs an operation: in an open transaction, on what is committed, or in a transaction of its own. */
    perform: async (name: string, args: readonly unknown[], transaction?: number): Promise<HostAnswer> => {
      if (transaction !== undefined) {
        const running = open.get(transaction)
        return running
          ? performOperation(running.operations, name, args, running.attempt)
          : { error: `The transaction has ended: transactions of scripts take at most ${maxTransactionMs / 1000} seconds.` }
      }
      const committed = committedOperations(await app.snapshot())
      if (Object.hasOwn(committed, name)) return performOperation(committed, name, args)
      let result: HostAnswer = { result: undefined }
      const run = () =>
        inTransaction(async operations => {
          result = await performOperation(operations, name, args)
          if ('error' in result) throw new RolledBack()
        })
      try {
        await (changesOfCollections.has(name) ? logExposure(app, run) : run())
      } catch (error) {
        if (!(error instanceof RolledBack)) return failedAnswer(error)
      }
      return result
    },
    /** Begins a transaction. */
    begin: (actor?: EventActor): Promise<number> => {
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      const ended = Promise.withResolvers<boolean>()
      const id = ++lastId
      // A script cannot be repeated, so no other change of this server may conflict with its transaction.
      const run = () =>
        inTransaction(async (operations, transaction) => {
          if (open.has(id)) throw new Error('The transaction cannot be repeated.')
          const timer = setTimeout(() => ended.resolve(false), maxTransactionMs)
          open.set(id, { operations, attempt: work => transaction.attempt(work), end: ended.resolve, done })
          resolve(id)
          const isCommitted = await ended.promise
          clearTimeout(timer)
          if (!isCommitted) throw new RolledBack()
        }, actor)
      const done = app.lock.runExclusive(() => logExposure(app, run)).finally(() => open.delete(id))
      done.catch(reject)
      return promise
    },
    /** Ends a transaction. Returns the error of the commit. */
    end: async (id: number, isCommitted: boolean): Promise<HostAnswer> => {
      const running = open.get(id)
      if (!running) return { error: `Transactions of scripts take at most ${maxTransactionMs / 1000} seconds.` }
      running.end(isCommitted)
      try {
        await running.done
      } catch (error) {
        if (isCommitted) return failedAnswer(error)
      }
      return { result: undefined }
    },
  }
}
