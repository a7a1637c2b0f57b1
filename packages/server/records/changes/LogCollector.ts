import type { StoredValues } from '../../db/engine.ts'
import { type ChangeEntry, type EventActor, serializeEntry } from '../../events/log/ChangeEntry.ts'
import type { LoggedChanges } from '../RecordsContext.ts'
import { type StoredRecord, storedValuesOf } from '../rows/StoredRecord.ts'
import { shapeOf } from '../rows/shape.ts'
import type { ChangeOf } from './RecordChange.ts'

/** Maximum number of characters of the entries of one transaction. Further entries have no values. */
const maxCharacters = 16 * 1024 * 1024

/** Encodes the columns of a record that are not secret. */
const loggedValues = (record: StoredRecord): StoredValues =>
  storedValuesOf(
    record,
    shapeOf(record.collection).columns.filter(({ secret }) => !secret),
  )

/** Collects the changes of a transaction that consumers of the log need, as serialized entries. */
export class LogCollector {
  readonly #logged: LoggedChanges
  readonly #actor: EventActor
  readonly #entries: string[] = []
  #characters = 0

  constructor(logged: LoggedChanges, actor: EventActor) {
    this.#logged = logged
    this.#actor = actor
  }

  /** The number of entries that were not taken. */
  get count(): number {
    return this.#entries.length
  }

  /** Removes and returns the entries. */
  take(): string[] {
    return this.#entries.splice(0)
  }

  add(change: ChangeOf): void {
    const { action } = change
    const { collection, values } = change.action === 'delete' ? change.before : change.after
    if (!this.#logged.has(collection.id, action)) return
    const entry: ChangeEntry = {
      action,
      collection: { id: collection.id, name: collection.name },
      recordId: String(values.id),
      actor: this.#actor,
      ...(change.action !== 'delete' && { record: loggedValues(change.after) }),
      ...(change.action !== 'create' && { before: loggedValues(change.before) }),
    }
    const text = this.#characters < maxCharacters ? serializeEntry(entry) : serializeEntry(entry, 0)
    this.#characters += text.length
    this.#entries.push(text)
  }
}
