import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** A statement in PostgreSQL's syntax. */
export interface Translated {
  text: string
  /** The tables and views after FROM and JOIN. */
  tables: ReadonlySet<string>
  /** Whether the result depends on time or randomness. */
  isNondeterministic: boolean
  /** The name of the prepared statement. A statement has none at its first use, because preparing it for one run costs more than it saves. */
  prepared: string | undefined
}

/** NAMEDATALEN of PostgreSQL minus its terminating zero: longer names would be cut, and two names could become one. */
const maxNameBytes = 63

/** Returns a name that PostgreSQL stores without cutting it. Long names keep their beginning and end with a hash. */
export const storedName = (name: string): string => {
  if (Buffer.byteLength(name) <= maxNameBytes) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 16)
  const head = Buffer.from(name).subarray(0, maxNameBytes - hash.length - 1)
  // A cut inside a character leaves replacement characters at the end.
  return `${head.toString('utf8').replace(/\uFFFD+$/, '')}~${hash}`
}

const quoted = (name: string): string => `"${storedName(name).replaceAll('"', '""')}"`

/** Matches the keyword before a table. The statements of the server name each table after a keyword of its own. */
const beforeTable = /\b(?:FROM|JOIN)\s+$/i

const nondeterministic = /\b(?:random|now|(?:clock|statement|transaction)_timestamp)\s*\(|\bcurrent_(?:date|time|timestamp)\b/i

/**
 * Matches a string literal, a quoted identifier, the placeholder of a value, or an identifier without quotes. Keywords are upper-case
 * or lower-case, so a word with letters of both cases is a name, which PostgreSQL would fold to lower case.
 */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\?|\b_\w+\b|\b(?:[A-Z]+\w*[a-z]|[a-z_]+\w*[A-Z])\w*\b/g

/** Translates a statement that is not prepared. */
export const translate = (text: string): Omit<Translated, 'prepared'> => {
  const tables = new Set<string>()
  let values = 0
  const translated = text.replace(token, (found, offset: number) => {
    if (found === '?') return `$${++values}`
    if (found.startsWith("'") || found.startsWith('"')) return found
    const name = found.startsWith('`') ? found.slice(1, -1).replaceAll('``', '`') : found
    if (beforeTable.test(text.slice(Math.max(0, offset - 8), offset))) tables.add(name)
    return quoted(name)
  })
  return { text: translated, tables, isNondeterministic: nondeterministic.test(text) }
}

const maxStatements = 1000

/**
 * Translates statements to PostgreSQL's syntax: the `sql` tag quotes identifiers with backticks and writes `?` for values. A statement
 * that runs again gets a name, with which each connection prepares it only once.
 */
export class Translator {
  readonly #known = new LRUCache<string, Translated>({ max: maxStatements })
  #names = 0

  translate(text: string): Translated {
    const known = this.#known.get(text)
    if (!known) {
      const translated = { ...translate(text), prepared: undefined }
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
