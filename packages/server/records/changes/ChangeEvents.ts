import type { StoredValues, Transaction } from '../../db/engine.ts'
import { appendEntries } from '../../events/log/appendEntries.ts'
import { tokenSecretChanged } from '../../events/tokenSecretChanged.ts'
import { charactersIn } from '../../runtime/charactersIn.ts'
import { now } from '../../runtime/now.ts'
import type { ChangeListeners } from '../ChangeListeners.ts'
import { recordsChanged } from '../events.ts'
import { type StoredRecord, storedValuesOf } from '../rows/StoredRecord.ts'
import type { LogCollector } from './LogCollector.ts'
import type { ChangeOf, RecordChange, RemovedRecords } from './RecordChange.ts'

/** Limits of the event of one transaction. Subscribers of the collections of further changes load their records again. */
const maxChanges = 10_000
const maxCharacters = 16 * 1024 * 1024
/** Limits of the removed records, with which the rules of deletions are checked. */
const maxRemovedRecords = 5_000
const maxRemovedCharacters = 1024 * 1024

/** Number of entries of the log from which they are written before the end of the transaction. */
const maxPendingEntries = 1_000

/** Returns the token key that a change revokes, if any. */
function revokedKeyOf(change: ChangeOf): string | undefined {
  if (change.action === 'create' || change.before.collection.type !== 'auth') return undefined
  const { tokenKey } = change.before.values
  const isUnchanged = change.action === 'update' && change.after.values.tokenKey === tokenKey
  return isUnchanged ? undefined : String(tokenKey)
}

const lengthOf = (values: StoredValues | undefined): number => (values ? charactersIn(Object.values(values)) : 0)

/**
 * Collects what subscribers, their rights, and the consumers of the log have to know of the changes of a transaction. To add something
 * that every change announces, add it here.
 */
export class ChangeEvents {
  readonly #listeners: ChangeListeners
  readonly #log: LogCollector | undefined
  readonly #changes: RecordChange[] = []
  #changedAt: string | undefined
  #characters = 0
  readonly #omitted = new Set<string>()
  /** The ids of the auth collections with omitted changes that revoke tokens. */
  readonly #revoked = new Set<string>()
  readonly #removed = new Map<string, StoredValues[]>()
  #removedCount = 0
  #removedCharacters = 0

  /** @param log absent if the log has no consumers */
  constructor(listeners: ChangeListeners, log?: LogCollector) {
    this.#listeners = listeners
    this.#log = log
  }

  add(change: ChangeOf): void {
    this.#log?.add(change)
    const described = this.#describe(change)
    if (!described) return
    const { collection, publicMessage, record, before, revokedTokenKey } = described
    const length = (publicMessage?.json.length ?? 0) + lengthOf(record) + lengthOf(before)
    if (this.#changes.length < maxChanges && this.#characters + length <= maxCharacters) {
      this.#characters += length
      this.#changes.push(described)
      return
    }
    this.#omitted.add(collection.id).add(collection.name)
    if (revokedTokenKey !== undefined) this.#revoked.add(collection.id)
  }

  /** Adds a record as it was before a deletion. Rules of subscribers may read it although they do not listen to it. */
  addRemoved({ collection, values }: StoredRecord): void {
    if (!this.#listeners.hasAny) return
    const stored = storedValuesOf({ collection, values })
    this.#removedCount += 1
    this.#removedCharacters += lengthOf(stored)
    const known = this.#removed.get(collection.id) ?? []
    if (this.#isComplete) known.push(stored)
    this.#removed.set(collection.id, known)
  }

  /** Writes the entries of the log so far if they are many, so that a large cascade does not hold all of them until its end. */
  async flushLog(transaction: Transaction): Promise<void> {
    if (this.#log && this.#log.count >= maxPendingEntries) await appendEntries(transaction, this.#log.take())
  }

  get #isComplete(): boolean {
    return this.#removedCount <= maxRemovedRecords && this.#removedCharacters <= maxRemovedCharacters
  }

  async emit(transaction: Transaction): Promise<void> {
    if (this.#log) await appendEntries(transaction, this.#log.take())
    if (this.#changes.length === 0 && this.#omitted.size === 0) return
    const hasDeletions = this.#changes.some(({ action }) => action === 'delete')
    transaction.emit(
      recordsChanged({
        changes: this.#changes,
        omitted: [...this.#omitted],
        ...(hasDeletions && { removed: this.#describeRemoved() }),
      }),
    )
    // All clients of these collections connect again, and their tokens are verified again.
    for (const collectionId of this.#revoked) transaction.emit(tokenSecretChanged({ collectionId }))
  }

  #describeRemoved(): RemovedRecords {
    const collections = [...this.#removed.keys()]
    if (!this.#isComplete) return { collections }
    return { collections, records: new Map(Array.from(this.#removed, ([id, records]) => [id, JSON.stringify(records)])) }
  }

  /** Returns the change as the consumers receive it; undefined if it concerns nobody. */
  #describe(change: ChangeOf): RecordChange | undefined {
    // A client may be connected with a token that this change revokes.
    const revokedTokenKey = revokedKeyOf(change)
    if (!this.#listeners.hasAny && revokedTokenKey === undefined) return undefined
    const { action } = change
    const record = action === 'delete' ? change.before : change.after
    const { collection, values } = record
    const { id, name, listRule, viewRule } = collection
    this.#changedAt ??= now()
    const isSubscriber = action === 'update' && this.#listeners.isSubscriber(id, String(values.id))
    const described: RecordChange = {
      action,
      collection: { id, name, listRule, viewRule },
      recordId: String(values.id),
      changedAt: this.#changedAt,
      ...(isSubscriber && { before: storedValuesOf(change.before) }),
      ...(revokedTokenKey !== undefined && { revokedTokenKey }),
    }
    if (!this.#listeners.matches(described)) {
      return revokedTokenKey === undefined && !isSubscriber ? undefined : described
    }
    const publicMessage = this.#listeners.publicMessage(described, record)
    return {
      ...described,
      ...(publicMessage && { publicMessage }),
      ...(this.#listeners.needsRecord(described, publicMessage) && { record: storedValuesOf(record) }),
    }
  }
}
