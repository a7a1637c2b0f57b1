import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Transaction } from '../engine.ts'
import { constant, type Dependencies, dependenciesOf, type Sql, type SqlWriter, sql, writeSql } from '../sql.ts'

/** A statement in PostgreSQL's syntax. */
export interface Translated extends Dependencies {
  text: string
  /** The name of the prepared statement. A statement has none at its first use, because preparing it for one run costs more than it saves. */
  prepared: string | undefined
}

/** NAMEDATALEN of PostgreSQL minus its terminating zero: longer names would be cut, and two names could become one. */
const maxNameBytes = 63

/**
 * Matches the names that PostgreSQL has given to columns of every table, and the names of its catalogs, which it finds before a table
 * of the same name. They match in any case, because SQLite does not distinguish `Ctid` from `ctid`.
 */
const takenNames = /^(?:tableoid|cmax|xmax|cmin|xmin|ctid|pg_[^~]*)$/i

/** Ends the stored form of a taken name, which is stored unchanged. The names of collections, fields and indexes do not contain it. */
const suffix = '~'

/**
 * Returns the name under which PostgreSQL stores a name: it is not one of PostgreSQL's own, and PostgreSQL does not cut it. Long names
 * keep their beginning and end with a hash.
 */
export function storedName(name: string): string {
  const free = takenNames.test(name) ? `${name}${suffix}` : name
  if (Buffer.byteLength(free) <= maxNameBytes) return free
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 16)
  const head = Buffer.from(name).subarray(0, maxNameBytes - hash.length - 1)
  // A cut inside a character leaves replacement characters at the end.
  return `${head.toString('utf8').replace(/\uFFFD+$/, '')}~${hash}`
}

/** Returns a name in PostgreSQL's quotes, as it is stored. */
export function quotedName(name: string): string {
  return `"${storedName(name).replaceAll('"', '""')}"`
}

/** Writes SQL in PostgreSQL's syntax. */
export const postgresWriter: SqlWriter = {
  name: quotedName,
  value: position => `$${position}`,
}

const maxStatements = 1000

/**
 * Writes statements in PostgreSQL's syntax. A statement that runs again gets a name, with which each connection prepares it only once.
 */
export class Translator {
  readonly #known = new LRUCache<string, Translated>({ max: maxStatements })
  #names = 0

  /** Number of names that were given so far. */
  get names(): number {
    return this.#names
  }

  translate(statement: Sql): Translated {
    const text = writeSql(statement, postgresWriter)
    const known = this.#known.get(text)
    if (!known) {
      const translated = { text, ...dependenciesOf(statement), prepared: undefined }
      this.#known.set(text, translated)
      return translated
    }
    known.prepared ??= `coffer_${++this.#names}`
    return known
  }

  /** Gives all statements new names, because PostgreSQL does not run a prepared statement whose columns have changed. */
  forgetNames(): void {
    this.#known.clear()
  }
}

/** Sets the comment of an object. PostgreSQL accepts only a literal. */
export async function comment(transaction: Transaction, object: Sql, text: string): Promise<void> {
  await transaction.run(sql`COMMENT ON ${object} IS ${constant(`'${text.replaceAll("'", "''")}'`)}`)
}

/** Returns the name that PostgreSQL stores in another form. The comment of an object then contains its name, see `storedName`. */
export function fullName(stored: unknown, comment: unknown): string {
  return typeof comment === 'string' && storedName(comment) === stored ? comment : String(stored)
}
