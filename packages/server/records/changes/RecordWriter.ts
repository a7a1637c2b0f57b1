import type { SqlValue } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { boundList, inLists } from '../../db/boundList.ts'
import type { ToError, Transaction } from '../../db/engine.ts'
import { join, name, sql, withValues } from '../../db/sql.ts'
import type { EventActor } from '../../events/log/ChangeEntry.ts'
import type { RecordFiles, RecordFilesRemoval, Removal } from '../../files/storage/Removal.ts'
import type { ChangeListeners } from '../ChangeListeners.ts'
import { filesOf, removalOf } from '../files/recordFiles.ts'
import type { LoggedChanges, RecordsContext } from '../RecordsContext.ts'
import { releaseFiles } from '../removals/releaseFiles.ts'
import { readRecord, type StoredRecord } from '../rows/StoredRecord.ts'
import { shapeOf } from '../rows/shape.ts'
import { removeSignInsOf } from '../rows/signIns.ts'
import { ChangeEvents } from './ChangeEvents.ts'
import { runWithInsideHooks } from './InsideHooks.ts'
import { LogCollector } from './LogCollector.ts'
import type { ChangeOf } from './RecordChange.ts'
import { deleteRows, insertRow, updateHiddenColumn, updateRow } from './writeRows.ts'

/** Number of deleted records beyond which folders of records without files are not examined for leftovers. */
const maxExaminedFolders = 10_000

/** An insert or update of one record, with the record before and after. */
export type Change =
  | { action: 'create'; after: StoredRecord }
  | { action: 'update'; before: StoredRecord; after: StoredRecord; removedFiles: readonly string[] }

const keyOf = ({ collection, values }: StoredRecord): string => `${collection.id}/${values.id}`

/** Merges an update into an earlier change of the same record. */
function mergeInto(earlier: Change | undefined, change: Extract<Change, { action: 'update' }>): Change {
  if (earlier?.action === 'create') return { action: 'create', after: change.after }
  if (earlier?.action !== 'update') return change
  return { ...change, before: earlier.before, removedFiles: [...earlier.removedFiles, ...change.removedFiles] }
}

/** Merges the changes of each record into one: an insert or update followed by updates. Keeps the order of the first changes. */
export function mergeChanges(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change>()
  for (const change of changes) {
    const key = keyOf(change.after)
    merged.set(key, change.action === 'update' ? mergeInto(merged.get(key), change) : change)
  }
  return [...merged.values()]
}

/** Returns the removals of the files that changed records no longer refer to. */
function superfluousFiles(changes: readonly Change[]): Removal[] {
  return changes.flatMap(change => {
    if (change.action !== 'update') return []
    const { collection, values } = change.after
    return change.removedFiles.flatMap(file => removalOf(`${collection.id}/${values.id}`, file))
  })
}

/** A row of a snapshot, with the values of the columns to insert. */
export interface SnapshotRow {
  id: string
  values: readonly SqlValue[]
}

/** Who changes records, and who has to know of it. */
export interface ChangeContext {
  listeners: ChangeListeners
  /** The changes that are added to the log; absent if it has no consumers. */
  logged: LoggedChanges | undefined
  actor: EventActor
  /** Receives the requested changes, if hooks inside of the transaction are called for them. */
  made?: ChangeOf[] | undefined
}

/**
 * Changes records in a transaction and emits the events of the changes. Other code only converts columns (`collections/sync/`), so that
 * no change can miss an event. With `toError`, a change does not wait for its statement, see `Transaction.send`.
 */
export class RecordWriter {
  readonly transaction: Transaction
  readonly #events: ChangeEvents
  readonly #made: ChangeOf[] | undefined
  /** Inserts and updates, which can be merged. */
  #changes: Change[] = []
  /** The changes whose events are added, because a deletion followed them. */
  readonly #announced: Change[] = []
  /** The files of deleted records, by the id of their collection. */
  readonly #deleted = new Map<string, RecordFiles[]>()
  #deletedCount = 0
  #retainsFiles = false

  constructor(transaction: Transaction, { listeners, logged, actor, made }: ChangeContext) {
    this.transaction = transaction
    this.#made = made
    this.#events = new ChangeEvents(listeners, logged && new LogCollector(logged, actor))
  }

  /** The inserts and updates so far, in order. */
  get changes(): readonly Change[] {
    return this.#changes
  }

  /** The files of the deleted records. */
  get deletedFiles(): RecordFilesRemoval[] {
    return Array.from(this.#deleted, ([collectionId, records]) => ({ kind: 'removeRecordFiles', collectionId, records }))
  }

  /** Inserts a record with a value for every column. */
  async insert(record: StoredRecord, toError?: ToError): Promise<void> {
    await insertRow(this.transaction, record, toError)
    this.#changes.push({ action: 'create', after: record })
  }

  /** Inserts a record, calls `check` while the row exists, and rolls back. Emits no event. */
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

  /** Sets a column of a table that is none of the record's values, such as the time of an alert. Nobody can see it: no event. */
  setHiddenColumn(record: StoredRecord, column: string, value: SqlValue): Promise<void> {
    return updateHiddenColumn(this.transaction, record, column, value)
  }

  /** Updates a record that loses references to deleted ones. Not merged, because a deletion can update any number of records. */
  async removeReferences(before: StoredRecord, after: StoredRecord, toError: ToError): Promise<void> {
    await updateRow(this.transaction, before, after, toError)
    this.#events.addRemoved(before)
    this.#events.add({ action: 'update', before, after })
    await this.#events.flushLog(this.transaction)
  }

  /** Deletes records of one collection, at most `maxListLength`, with their links to OAuth2 providers. */
  async delete(collection: Collection, records: readonly StoredRecord[], toError?: ToError): Promise<void> {
    const ids = records.map(({ values }) => String(values.id))
    if (collection.type === 'auth') {
      await removeSignInsOf(this.transaction, collection.id, ids)
      await this.transaction.run(
        sql`DELETE FROM ${name('_externalAuths')} WHERE ${name('collectionId')} = ${collection.id} AND ${name('recordId')} IN ${boundList(ids)}`,
      )
    }
    await deleteRows(this.transaction, collection, ids, toError)
    this.#announce()
    for (const before of records) {
      this.#addFilesOf(before)
      this.#events.addRemoved(before)
      this.#events.add({ action: 'delete', before })
    }
    await this.#events.flushLog(this.transaction)
  }

  #addFilesOf(record: StoredRecord): void {
    const { collection, values } = record
    const files = filesOf(record)
    this.#deletedCount += 1
    if (files.length === 0 && this.#deletedCount > maxExaminedFolders) return
    const deleted = this.#deleted.get(collection.id) ?? []
    deleted.push({ id: String(values.id), files })
    this.#deleted.set(collection.id, deleted)
  }

  /** Adds the events of the inserts and updates so far, so that the events of deletions follow them. */
  #announce(): void {
    for (const change of this.#changes) this.#events.add(change)
    this.#announced.push(...this.#changes.splice(0))
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

  /** Notes a change that was requested. Changes that follow from it, such as those of a cascade, are not noted. */
  noteRequested(change: ChangeOf): void {
    this.#made?.push(change)
  }

  /** Merges the changes of each record into one, so that subscribers receive one event for it. */
  mergeChanges(): void {
    this.#changes = mergeChanges(this.#changes)
  }

  /**
   * Emits the events of the changes, and releases superfluous files. Call it once, at the end of the changes.
   * @param more further files to remove
   */
  async finish(more: readonly Removal[] = []): Promise<void> {
    this.#announce()
    await this.#events.emit(this.transaction)
    const own = this.#retainsFiles ? [] : [...superfluousFiles(this.#announced), ...this.deletedFiles]
    await releaseFiles(this.transaction, [...own, ...more])
  }
}

/**
 * Changes records in a transaction, which emits the events of the changes and calls the hooks inside the transaction, if any. Returns the
 * result of `write`.
 */
export async function writeRecords<T>(
  { db, listeners, loggedChanges, inside }: Pick<RecordsContext, 'db' | 'listeners' | 'loggedChanges' | 'inside'>,
  actor: EventActor,
  write: (records: RecordWriter) => Promise<T>,
): Promise<T> {
  const logged = await loggedChanges()
  const change = async (transaction: Transaction, made?: ChangeOf[]): Promise<T> => {
    const records = new RecordWriter(transaction, { listeners, logged, actor, made })
    const result = await write(records)
    await records.finish()
    return result
  }
  return inside ? runWithInsideHooks(db, inside, change) : db.transaction(transaction => change(transaction))
}
