import type { SqlValue } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { boundList, inLists } from '../../db/boundList.ts'
import type { ToError, Transaction } from '../../db/engine.ts'
import { join, name, sql, withValues } from '../../db/sql.ts'
import type { Effect } from '../../messages/Effect.ts'
import type { Message } from '../../messages/RecordChange.ts'
import { readRecord, type StoredRecord } from '../../rows/StoredRecord.ts'
import { shapeOf } from '../../rows/shape.ts'
import type { ChangeListeners } from '../ChangeListeners.ts'
import type { RecordsContext } from '../RecordsContext.ts'
import { recordRemovals } from '../removals/recordRemovals.ts'
import { type Change, condensed, effectsOfChanges, essentialsOf, filesOfDeleted } from './effectsOfChanges.ts'
import { deleteRows, insertRow, updateRow } from './writeRows.ts'

const keyOf = ({ collection, values }: StoredRecord): string => `${collection.id}/${values.id}`

/** Merges an update into an earlier change of the same record. Deletions are not merged. */
const mergeInto = (earlier: Change | undefined, change: Extract<Change, { action: 'update' }>): Change => {
  if (earlier?.action === 'create') return { action: 'create', after: change.after }
  if (earlier?.action !== 'update') return change
  return { ...change, before: earlier.before, removedFiles: [...earlier.removedFiles, ...change.removedFiles] }
}

/** Merges the changes of each record into one: an insert or update followed by updates. Keeps the order of the first changes. */
export const mergeChanges = (changes: readonly Change[]): Change[] => {
  const merged = new Map<string, Change>()
  for (const change of changes) {
    const key = keyOf(change.action === 'delete' ? change.before : change.after)
    merged.set(key, change.action === 'update' ? mergeInto(merged.get(key), change) : change)
  }
  return [...merged.values()]
}

/** A row of a snapshot, with the values of the columns to insert. */
export interface SnapshotRow {
  id: string
  values: readonly SqlValue[]
}

/**
 * Changes records in a transaction and collects the effects: realtime events, removals of files and revoked tokens. No other code
 * writes rows of records, so no change can miss an effect. With `toError`, a change does not wait for its statement, see
 * `Transaction.send`.
 */
export class RecordWriter {
  readonly transaction: Transaction
  readonly #listeners: ChangeListeners
  readonly #messages: Message[] = []
  #changes: Change[] = []
  #describe: ReturnType<ChangeListeners['describeDeletion']> | undefined
  #retainsFiles = false

  constructor(transaction: Transaction, listeners: ChangeListeners) {
    this.transaction = transaction
    this.#listeners = listeners
  }

  /** The changes so far, in order. */
  get changes(): readonly Change[] {
    return this.#changes
  }

  /** The files of the deleted records. */
  get deletedFiles(): ReturnType<typeof filesOfDeleted> {
    return filesOfDeleted(this.#changes)
  }

  /** Inserts a record with a value for every column. */
  async insert(record: StoredRecord, toError?: ToError): Promise<void> {
    await insertRow(this.transaction, record, toError)
    this.#changes.push({ action: 'create', after: record })
  }

  /** Inserts a record, calls `check` while the row exists, and rolls back. Has no effects. */
  dryRunInsert<T>(record: StoredRecord, check: () => Promise<T>): Promise<T> {
    return this.transaction.dryRun(async () => {
      await insertRow(this.transaction, record)
      return check()
    })
  }

  /**
   * Inserts rows of a snapshot, whose columns can differ from those of the collection.
   * @param toError converts the error of a row that cannot be inserted
   * @returns the inserted records
   */
  async insertSnapshot(
    collection: Collection,
    columns: readonly string[],
    rows: AsyncIterable<SnapshotRow>,
    toError: (error: unknown, id: string) => unknown,
  ): Promise<StoredRecord[]> {
    const table = name(collection.name)
    const names = join(columns.map(column => name(column)))
    const insertion = sql`INSERT INTO ${table} (${names}) VALUES (${join(columns.map(() => sql`${null}`))})`
    const ids: string[] = []
    this.transaction.markRecordsChanged(collection.id)
    for await (const { id, values } of rows) {
      await this.transaction.run(withValues(insertion, values)).catch(error => {
        throw toError(error, id)
      })
      ids.push(id)
    }
    const records = await this.#read(collection, ids)
    for (const after of records) this.#changes.push({ action: 'create', after })
    return records
  }

  /**
   * Updates the changed columns of a record.
   * @param removedFiles the files that the record no longer refers to
   */
  async update(
    before: StoredRecord,
    after: StoredRecord,
    removedFiles: readonly string[] = [],
    toError?: ToError,
  ): Promise<void> {
    await updateRow(this.transaction, before, after, toError)
    this.#changes.push({ action: 'update', before, after, removedFiles })
  }

  /**
   * Updates a record that loses references to deleted ones. Until the commit, only what its effects need stays in memory, because a
   * deletion can update any number of records.
   */
  async removeReferences(before: StoredRecord, after: StoredRecord, toError: ToError): Promise<void> {
    await updateRow(this.transaction, before, after, toError)
    this.#changes.push(condensed(this.#listeners, before, after))
  }

  /** Deletes records of one collection, at most `maxListLength`, with their links to OAuth2 providers. */
  async delete(collection: Collection, records: readonly StoredRecord[], toError?: ToError): Promise<void> {
    const ids = records.map(({ values }) => String(values.id))
    if (collection.type === 'auth') {
      await this.transaction.run(
        sql`DELETE FROM _externalAuths WHERE collectionId = ${collection.id} AND recordId IN ${boundList(ids)}`,
      )
    }
    // The messages are composed first, because they read the records.
    this.#describe ??= this.#listeners.describeDeletion()
    this.#messages.push(...(await this.#describe(collection, ids)))
    await deleteRows(this.transaction, collection, ids, toError)
    for (const before of records) this.#changes.push({ action: 'delete', before: essentialsOf(before) })
  }

  async #read(collection: Collection, ids: readonly string[]): Promise<StoredRecord[]> {
    const table = name(collection.name)
    const records: StoredRecord[] = []
    for (const some of inLists(ids)) {
      const rows = await this.transaction.rows(
        sql`SELECT ${shapeOf(collection).select} FROM ${table} WHERE ${table}.id IN ${boundList(some)}`,
      )
      for (const row of rows) records.push(readRecord(collection, row))
    }
    return records
  }

  /** Retains the superfluous files, because the changes can be undone. */
  retainFiles(): void {
    this.#retainsFiles = true
  }

  /** Merges the changes of each record into one, so that subscribers receive one event for it. */
  mergeChanges(): void {
    this.#changes = mergeChanges(this.#changes)
  }

  /**
   * Returns the effects, which the caller performs after the commit. Call it once, at the end of the transaction: it records the
   * removals of files.
   * @param more further effects of the transaction
   */
  effects(more: readonly Effect[] = []): Promise<Effect[]> {
    const effects = effectsOfChanges(this.#listeners, this.#changes, this.#messages, this.#retainsFiles)
    return recordRemovals(this.transaction, [...effects, ...more])
  }
}

/** Changes records in a transaction. Returns the result of `write` with the effects, which the caller performs after the commit. */
export const writeRecords = <T>(
  { db, listeners }: Pick<RecordsContext, 'db' | 'listeners'>,
  write: (records: RecordWriter) => Promise<T>,
): Promise<{ result: T; effects: Effect[] }> =>
  db.transaction(async transaction => {
    const records = new RecordWriter(transaction, listeners)
    const result = await write(records)
    return { result, effects: await records.effects() }
  })
