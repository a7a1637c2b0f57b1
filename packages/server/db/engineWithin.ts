import type { Changes } from './commits.ts'
import type { Engine, Reader, Transaction } from './engine.ts'

interface MutableChanges extends Changes {
  records: Set<string>
}

/** Returns a transaction that also notes in `changes` what it marks as changed. */
function noteChanges(transaction: Transaction, changes: MutableChanges): Transaction {
  const noting: Pick<Transaction, 'markRecordsChanged' | 'markCollectionsChanged' | 'markSettingsChanged'> = {
    markRecordsChanged: id => {
      changes.records.add(id)
      transaction.markRecordsChanged(id)
    },
    markCollectionsChanged: () => {
      changes.collections = true
      transaction.markCollectionsChanged()
    },
    markSettingsChanged: () => {
      changes.settings = true
      transaction.markSettingsChanged()
    },
  }
  return new Proxy(transaction, {
    get: (target, member) => {
      const value: unknown = Reflect.get(Object.hasOwn(noting, member) ? noting : target, member)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Returns the reading operations of a transaction. */
function readerOf(transaction: Transaction): Reader {
  return {
    dialect: transaction.dialect,
    schema: transaction.schema,
    rows: (...given) => transaction.rows(...given),
    row: statement => transaction.row(statement),
  }
}

/**
 * Returns an engine over one transaction: it reads what the transaction has changed, and its own transactions are savepoints, which must
 * not overlap. Listeners are called after each of them. The events of the transaction are published when it is committed.
 * @param db the engine of the transaction
 */
export function engineWithin(transaction: Transaction, db: Engine): Engine {
  const listeners: ((changes: Changes) => void)[] = []
  return {
    ...readerOf(transaction),
    maxQuickReadMs: db.maxQuickReadMs,
    maxNotificationDelayMs: 0,
    transaction: async work => {
      const changes: MutableChanges = { records: new Set(), collections: false, settings: false }
      const result = await transaction.attempt(() => work(noteChanges(transaction, changes)))
      for (const listener of listeners) listener(changes)
      return result
    },
    onCommit: listener => void listeners.push(listener),
    onEvents: () => undefined,
    onExternalChange: () => undefined,
    onSuspensionChange: () => undefined,
    traceReads: () => undefined,
    traceRead: () => undefined,
    runWithoutViews: work => work(),
    inspectQueries: work => db.inspectQueries(work),
    close: async () => undefined,
  }
}
