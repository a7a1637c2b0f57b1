import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

const capacity = 500

/** Prepared statements of one connection by their text, the least recently used dropped first. */
export class StatementCache {
  readonly #database: DatabaseSync
  readonly #statements = new LRUCache<string, StatementSync>({ max: capacity })

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  prepare(text: string): StatementSync {
    const known = this.#statements.get(text)
    if (known) return known
    const statement = this.#database.prepare(text)
    statement.setReturnArrays(true)
    this.#statements.set(text, statement)
    return statement
  }

  clear(): void {
    this.#statements.clear()
  }
}
