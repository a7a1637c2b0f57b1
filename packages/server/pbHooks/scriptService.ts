import { logExposure } from '../access/review/logExposure.ts'
import type { WideningContext } from '../access/review/logWidened.ts'
import type { AuthContext } from '../auth/AuthContext.ts'
import { authenticate } from '../auth/authenticate.ts'
import { adminToken, recordToken } from '../auth/tokens.ts'
import { loadCatalog } from '../catalog/loadCatalog.ts'
import type { CollectionLock } from '../collections/CollectionLock.ts'
import type { Config } from '../config/config.ts'
import { verifyPassword } from '../crypto/passwords.ts'
import type { Transaction } from '../db/engine.ts'
import { messageOf } from '../errors/inspectError.ts'
import { Rejection } from '../errors/Rejection.ts'
import type { EventActor } from '../events/log/ChangeEntry.ts'
import type { LogReader } from '../logs/LogStore.ts'
import { createHostService } from '../migrations/createHostService.ts'
import { explainIssues } from '../migrations/explainIssues.ts'
import { type RecordWriter, writeRecords } from '../records/changes/RecordWriter.ts'
import type { RecordsContext } from '../records/RecordsContext.ts'
import type { Admin } from '../records/rules/Requester.ts'
import { loadSettings } from '../settings/storedSettings.ts'
import { deletionOperations } from './deletionOperations.ts'
import { formOperations } from './formOperations.ts'
import { goErrorText } from './goErrorText.ts'
import { issuesText, shownIssues } from './issuesText.ts'
import { logOperations } from './logOperations.ts'
import { changingOperations, type HostAnswer } from './messages.ts'
import { readOperations } from './readOperations.ts'
import { settingsOperations } from './settingsOperations.ts'
import { systemOperations } from './systemOperations.ts'

export type ScriptService = ReturnType<typeof createScriptService>

/** The collections and settings of one moment, and the database. */
type App = AuthContext & RecordsContext & { config: Config; logs: LogReader }

type Operations = Record<string, (...args: never[]) => unknown>

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

type Discard = (error: unknown) => Promise<void>

/** The operations of one transaction. */
function transactionOperations(app: App, records: RecordWriter, onRollback: (discard: Discard) => void): Operations {
  const { transaction } = records
  const { encryptionKey, fixedSettings } = app.config
  const host = createHostService(records, { encryptionKey, fixedSettings })
  const reads = readOperations({
    reader: transaction,
    catalog: () => loadCatalog(transaction, 0),
    columnsOf: query => transaction.columnsOf(query),
  })
  const forms = formOperations({ app, records, onRollback })
  return {
    ...reads,
    ...forms,
    ...deletionOperations(app, records),
    ...systemOperations(transaction),
    ...settingsOperations,
    ...Object.fromEntries(changingOperations.map(name => [name, host[name]])),
  }
}

function failed(error: unknown): HostAnswer {
  if (!(error instanceof Rejection)) return { error: goErrorText(error) }
  const { issues } = error
  if (Object.keys(issues).length > 0) return { error: issuesText(issues), issues: shownIssues(issues) }
  return { error: error.code === 'recordNotDeleted' ? messageOf(error.cause) : explainIssues(error) }
}

/** The operations that read what is committed. */
function committedOperations(app: App): Operations {
  return {
    ...readOperations({
      reader: app.db,
      catalog: async () => app.catalog,
      columnsOf: query => app.db.inspectQueries(look => look.columnsOf(query)),
    }),
    settings: () => loadSettings(app.db, app.config.encryptionKey, app.config.fixedSettings),
    ...settingsOperations,
    verifyPassword: (password: string, hash: string) => verifyPassword(password, hash),
    identify: async (authorization: string) => {
      const requester = await authenticate(app, authorization)
      if (requester.kind !== 'authRecord') return requester
      return { kind: requester.kind, collectionId: requester.collection.id, values: requester.record.values }
    },
    recordToken: (
      kind: Parameters<typeof recordToken>[1],
      collectionId: string,
      values: Record<string, unknown>,
      claims: object,
    ) => {
      const collection = app.catalog.byId(collectionId)
      if (collection?.type !== 'auth') throw new Error(`There is no auth collection with the id ${collectionId}.`)
      return recordToken(app.settings, kind, { collection, values }, claims)
    },
    adminToken: (kind: Parameters<typeof adminToken>[1], admin: Admin, claims: { email?: string }) =>
      adminToken(app.settings, kind, admin, claims),
    logs: logOperations(app),
  }
}

const alone: Transaction['attempt'] = work => work()

async function answer(operations: Operations, name: string, args: readonly unknown[], attempt = alone): Promise<HostAnswer> {
  try {
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
    if (!operation) throw new Error(`There is no operation ${name}.`)
    return { result: await attempt(async () => operation(...(args as never[]))) }
  } catch (error) {
    return failed(error)
  }
}

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
          ? answer(running.operations, name, args, running.attempt)
          : { error: `The transaction has ended: transactions of scripts take at most ${maxTransactionMs / 1000} seconds.` }
      }
      const committed = committedOperations(await app.snapshot())
      if (Object.hasOwn(committed, name)) return answer(committed, name, args)
      let result: HostAnswer = { result: undefined }
      const run = () =>
        inTransaction(async operations => {
          result = await answer(operations, name, args)
          if ('error' in result) throw new RolledBack()
        })
      try {
        await (changesOfCollections.has(name) ? logExposure(app, run) : run())
      } catch (error) {
        if (!(error instanceof RolledBack)) return failed(error)
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
        if (isCommitted) return failed(error)
      }
      return { result: undefined }
    },
  }
}
