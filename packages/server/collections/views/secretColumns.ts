import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { serverTables } from '../../db/serverTables.ts'
import { type Identifier, ViewQueryError } from './parseViewQuery.ts'

/** Columns of the server's tables that hold hashes, keys and secrets. */
const secretsOfServer: Readonly<Record<string, readonly string[]>> = {
  _admins: ['passwordHash', 'tokenKey'],
  _params: ['value'],
  _collections: ['options'],
}

const secretsOfAuth = ['passwordHash', 'tokenKey']

/** Returns the columns of a collection that only admins may see. */
function secretsOf({ type, schema }: Collection): string[] {
  const ofFields = schema.filter(field => field.hidden || fieldType(field).holdsPassword).map(({ name }) => name)
  return type === 'auth' ? [...secretsOfAuth, ...ofFields] : ofFields
}

/** The number of values tells none of them. */
const onlyCounts = /^count\(\s*(?:distinct\s+)?[\w."`]+\s*\)$/i

interface Token {
  /** In lower case, without quotes. '' for a comment. */
  text: string
  kind: 'word' | 'string' | 'sign'
}

const tokens =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[\p{L}_][\p{L}\p{N}_$]*|\S/gu

function readToken(text: string): Token {
  const [first = ''] = text
  if (first === "'") return { kind: 'string', text: text.slice(1, -1).toLowerCase() }
  if ('"`'.includes(first) || (first === '[' && text.length > 1)) return { kind: 'word', text: text.slice(1, -1).toLowerCase() }
  if (text.startsWith('--') || text.startsWith('/*')) return { kind: 'sign', text: '' }
  return { kind: /[\p{L}_]/u.test(first) ? 'word' : 'sign', text: text.toLowerCase() }
}

/** Splits SQL, or `[[name]]` and `{{name}}` in it, into its tokens without comments. */
const tokensOf = (sql: string): Token[] =>
  Array.from(sql.replace(/\[\[|\]\]|\{\{|\}\}/g, ' ').matchAll(tokens), ([text]) => readToken(text)).filter(
    ({ text }) => text !== '',
  )

const isBefore = (token: Token | undefined, ...texts: string[]) => token?.kind !== 'string' && texts.includes(token?.text ?? '')

/** Finds what a view computes from columns that only admins may see. */
export class SecretColumns {
  readonly #tokens: readonly Token[]
  /** The columns by table, in lower case. Only tables whose names the query contains. */
  readonly #secrets: ReadonlyMap<string, ReadonlySet<string>>
  /** The tables by their aliases, in lower case. */
  readonly #aliases: ReadonlyMap<string, string>
  readonly #fields: ReadonlySet<string>
  /** Whether each column can be found where it is selected: there are no comments, and no subqueries in its place. */
  readonly #isPlain: boolean

  /** @throws ViewQueryError if the query reads a table that only the server understands */
  constructor(query: string, tables: readonly Identifier[], collections: readonly Collection[]) {
    this.#tokens = tokensOf(query)
    const named = new Set(this.#tokens.filter(({ kind }) => kind !== 'sign').map(({ text }) => text))
    const closed = serverTables.find(({ name, isOfLayout }) => !isOfLayout && named.has(name.toLowerCase()))
    if (closed) throw new ViewQueryError(`the table ${closed.name} cannot be read, because only the server understands it`)
    const read = collections.filter(({ name }) => named.has(name.toLowerCase()))
    const all = [...read.map(found => [found.name, secretsOf(found)] as const), ...Object.entries(secretsOfServer)]
    const present = all.filter(([table, columns]) => columns.length > 0 && named.has(table.toLowerCase()))
    this.#secrets = new Map(
      present.map(([table, columns]) => [table.toLowerCase(), new Set(columns.map(column => column.toLowerCase()))]),
    )
    this.#fields = new Set(read.flatMap(({ schema }) => schema.map(({ name }) => name.toLowerCase())))
    const known = new Set([...collections.map(({ name }) => name), ...Object.keys(secretsOfServer)])
    this.#aliases = new Map(tables.map(({ original, alias }) => [alias.toLowerCase(), original.toLowerCase()]))
    this.#isPlain = !/--|\/\*/.test(query) && !named.has('with') && tables.every(({ original }) => known.has(original))
  }

  /** Whether an expression of the list of columns reads one that only admins may see. */
  areIn(expression: string): boolean {
    return this.#secrets.size > 0 && !onlyCounts.test(expression) && this.#haveAny(tokensOf(expression))
  }

  /**
   * Whether a column may show one that only admins may see. If it is unknown what the column is computed from, the whole query counts.
   * @param expression absent if it is unknown
   */
  mayBeIn(expression?: string): boolean {
    if (expression !== undefined && this.#isPlain) return this.areIn(expression)
    return this.#secrets.size > 0 && this.#haveAny(this.#tokens)
  }

  /** Whether a subquery in WITH has the name of a table, so that it is read in the place of the table. */
  isReplaced(table: string): boolean {
    const isNamed = (at: number) => isBefore(this.#tokens[at], table.toLowerCase())
    return this.#tokens.some(
      (token, at) =>
        (isBefore(token, 'as') && isBefore(this.#tokens[at + 1], '(', 'not', 'materialized') && isNamed(at - 1)) ||
        (isBefore(token, '(') && isNamed(at - 1)),
    )
  }

  #haveAny(list: readonly Token[]): boolean {
    const hasSources = list.some(token => isBefore(token, 'from'))
    return list.some((token, at) => this.#isSecret(token, list[at - 1], list[at + 1], list[at - 2], hasSources))
  }

  #isSecret(
    token: Token,
    before: Token | undefined,
    after: Token | undefined,
    second: Token | undefined,
    hasSources: boolean,
  ): boolean {
    if (token.text === '*') return this.#isEveryColumn(before, after)
    if (token.kind === 'sign' || (token.kind === 'string' && !isBefore(before, '.'))) return false
    const table = isBefore(before, '.') ? (this.#aliases.get(second?.text ?? '') ?? '') : ''
    const secrets = this.#secrets.get(table)
    if (secrets) return secrets.has(token.text)
    if (table !== '' && this.#isPlain) return false
    if ([...this.#secrets.values()].some(columns => columns.has(token.text))) return true
    return this.#isRow(token, before, after, hasSources)
  }

  /** Whether `*` selects all columns: it is neither a factor nor in `count(*)`. */
  #isEveryColumn(before: Token | undefined, after: Token | undefined): boolean {
    return isBefore(before, 'select', 'distinct', 'all', ',', '.') && (after === undefined || isBefore(after, ',', ')', 'from'))
  }

  /** Whether a table's name is a value, which PostgreSQL replaces by the whole row. */
  #isRow({ text }: Token, before: Token | undefined, after: Token | undefined, hasSources: boolean): boolean {
    if (!this.#secrets.has(this.#aliases.get(text) ?? text) || this.#fields.has(text) || isBefore(after, '.', '(')) return false
    return before === undefined || (before.kind === 'sign' && !isBefore(before, '.') && !(hasSources && isBefore(before, ',')))
  }
}
