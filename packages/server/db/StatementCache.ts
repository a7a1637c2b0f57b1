import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { emptyNote, type ReadNote, type ReadTrace } from './ReadTrace.ts'

const capacity = 500

interface Prepared {
  statement: StatementSync
  note: ReadNote
}

/** Prepared statements of one connection by their text, the least recently used dropped first. */
export class StatementCache {
  readonly #database: DatabaseSync
  readonly #trace: ReadTrace | undefined
  readonly #prepared = new LRUCache<string, Prepared>({ max: capacity })

  /** @param trace told of each statement that is about to run */
  constructor(database: DatabaseSync, trace?: ReadTrace) {
    this.#database = database
    this.#trace = trace
  }

  /** The statement with this text, to be run at once. */
  prepare(text: string): StatementSync {
    const known = this.#prepared.get(text)
    const note = known?.note ?? emptyNote()
    this.#trace?.enter(note)
    if (known) return known.statement
    const statement = this.#database.prepare(text)
    statement.setReturnArrays(true)
    this.#prepared.set(text, { statement, note })
    return statement
  }

  clear(): void {
    this.#prepared.clear()
  }
}
