import type { DatabaseSync, StatementSync } from 'node:sqlite'

const capacity = 500

/** Prepared statements of one connection by their text, the least recently used dropped first. */
export class StatementCache {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  prepare(text: string): StatementSync {
    const known = this.#statements.get(text)
    if (known) {
      this.#statements.delete(text)
      this.#statements.set(text, known)
      return known
    }
    const statement = this.#database.prepare(text)
    statement.setReturnArrays(true)
    this.#statements.set(text, statement)
    if (this.#statements.size > capacity) {
      const oldest = this.#statements.keys().next().value
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    return statement
  }

  clear(): void {
    this.#statements.clear()
  }
}
