import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import { emptyReadSet, type ReadTracer, type StatementReads } from './ReadTracer.ts'

const maxStatements = 500

interface Prepared {
  statement: StatementSync
  reads: StatementReads
}

/** Caches the prepared statements of a connection by their text. Drops the least recently used ones first. */
export class StatementCache {
  readonly #database: DatabaseSync
  readonly #tracer: ReadTracer | undefined
  readonly #prepared = new LRUCache<string, Prepared>({ max: maxStatements })

  /** @param tracer notified before each statement runs */
  constructor(database: DatabaseSync, tracer?: ReadTracer) {
    this.#database = database
    this.#tracer = tracer
  }

  /** Returns the prepared statement for a text. Run it at once, because the trace counts its reads now. */
  prepare(text: string): StatementSync {
    const known = this.#prepared.get(text)
    const reads = known?.reads ?? emptyReadSet()
    this.#tracer?.enter(reads)
    if (known) return known.statement
    const statement = this.#database.prepare(text)
    statement.setReturnArrays(true)
    this.#prepared.set(text, { statement, reads })
    return statement
  }

  clear(): void {
    this.#prepared.clear()
  }
}
