import type { SqlValue } from '@coffer/fields'
import type { Affinity } from '@coffer/schema'
import type { Deadline } from './Deadline.ts'

/**
 * The type of an expression, for databases that compare values only with values of the same type. `list` is a JSON array, `real` a
 * number that SQLite never stores as an integer, and `value` a number, a text or null as JSON.
 */
export type ValueType = 'boolean' | 'list' | 'number' | 'real' | 'text' | 'value'

export type BoundValue = SqlValue | Deadline

/**
 * SQL as pieces: constant text, names and values. Each engine writes them in its own way. Only the functions of this module create
 * it, so user input never becomes SQL text.
 */
export interface Sql {
  /** The SQL in SQLite's syntax, with `?` for each value. */
  readonly text: string
  readonly values: readonly BoundValue[]
  /** The type of the expression. Only dialects that need it set and read it. */
  readonly type?: ValueType | undefined
  readonly affinity?: Affinity | undefined
}

/** How an engine writes the pieces of SQL. */
export interface SqlWriter {
  /** @param isPlain whether the name needs no quotes, except in databases that would change its case */
  name: (name: string, isPlain: boolean) => string
  /** @param position the position of the value in the statement, beginning with 1 */
  value: (position: number) => string
}

const sqliteWriter: SqlWriter = {
  name: (name, isPlain) => (isPlain ? name : `\`${name.replaceAll('`', '``')}\``),
  value: () => '?',
}

/** The name of a table, column or index. */
class Name {
  readonly name: string
  readonly isPlain: boolean

  constructor(name: string, isPlain = false) {
    this.name = name
    this.isPlain = isPlain
  }
}

type Part = Piece | Name | BoundValue

/** The only implementation of `Sql`. It is not exported, so other objects are never treated as SQL. */
class Piece implements Sql {
  /** The constant text before, between and after the parts. */
  readonly strings: readonly string[]
  readonly parts: readonly Part[]
  readonly type: ValueType | undefined
  readonly affinity: Affinity | undefined
  readonly isNondeterministic: boolean
  /** The SQL that has the same text and other values. */
  readonly #template: Piece | undefined
  #text: string | undefined
  #values: readonly BoundValue[] | undefined
  #written: { writer: SqlWriter; text: string } | undefined

  constructor(
    strings: readonly string[],
    parts: readonly Part[],
    { type, affinity, isNondeterministic = false, template, values }: PieceOptions = noOptions,
  ) {
    this.strings = strings
    this.parts = parts
    this.type = type
    this.affinity = affinity
    this.isNondeterministic = isNondeterministic
    this.#template = template
    this.#values = values
  }

  get text(): string {
    this.#text ??= this.#template ? this.#template.text : write(this, sqliteWriter, { values: 0 })
    return this.#text
  }

  get values(): readonly BoundValue[] {
    this.#values ??= collectValues(this, [])
    return this.#values
  }

  write(writer: SqlWriter): string {
    if (this.#template) return this.#template.write(writer)
    if (this.#written?.writer !== writer) this.#written = { writer, text: write(this, writer, { values: 0 }) }
    return this.#written.text
  }
}

interface PieceOptions {
  type?: ValueType | undefined
  affinity?: Affinity | undefined
  isNondeterministic?: boolean
  template?: Piece
  values?: readonly BoundValue[]
}

const noOptions: PieceOptions = {}

/** The text around a single part. */
const around: readonly string[] = ['', '']

/** Writes a piece. @param counted the number of values before it, which is increased by its values */
function write({ strings, parts }: Piece, writer: SqlWriter, counted: { values: number }): string {
  let text = strings[0] as string
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]
    if (part instanceof Piece) text += write(part, writer, counted)
    else if (part instanceof Name) text += writer.name(part.name, part.isPlain)
    else {
      counted.values += 1
      text += writer.value(counted.values)
    }
    text += strings[index + 1] as string
  }
  return text
}

function collectValues({ parts }: Piece, values: BoundValue[]): BoundValue[] {
  for (const part of parts) {
    if (part instanceof Piece) collectValues(part, values)
    else if (!(part instanceof Name)) values.push(part as BoundValue)
  }
  return values
}

/** Builds SQL from a template. Nested SQL is inserted; every other value is bound. */
export function sql(strings: TemplateStringsArray, ...parts: (Sql | BoundValue | boolean)[]): Sql {
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]
    if (typeof part === 'boolean') parts[index] = Number(part)
  }
  // Anything but a piece is bound, also an object that looks like SQL.
  return new Piece(strings, parts as Part[])
}

function asPiece(statement: Sql): Piece {
  if (statement instanceof Piece) return statement
  throw new TypeError('SQL is created only by the functions of db/sql.ts.')
}

/** Returns a statement with other values. */
export function withValues(statement: Sql, values: readonly BoundValue[]): Sql {
  if (values.length !== statement.values.length) throw new Error(`The statement has ${statement.values.length} parameters.`)
  const template = asPiece(statement)
  return new Piece(template.strings, template.parts, { template, values })
}

/** Returns an expression with the type of another one. */
export function withTypeOf({ type, affinity }: Sql, expression: Sql): Sql {
  return type === undefined ? expression : withType(expression, type, affinity)
}

/** Returns an expression with its type. */
export function typed(expression: Sql, type: ValueType, affinity: Affinity): Sql {
  return withType(expression, type, affinity)
}

function withType(expression: Sql, type: ValueType, affinity: Affinity | undefined): Sql {
  return new Piece(around, [asPiece(expression)], { type, affinity })
}

/** Returns an expression whose value depends on time or randomness, so that results with it are not cached. */
export function nondeterministic(expression: Sql): Sql {
  return new Piece(around, [asPiece(expression)], { isNondeterministic: true })
}

/** Returns the name of a table, column or index. Several parts are joined with dots (`table`.`column`). */
export function name(first: string, ...more: string[]): Sql {
  if (more.length === 0) return new Piece(around, [new Name(first)])
  return new Piece(
    ['', ...more.map(() => '.'), ''],
    [first, ...more].map(part => new Name(part)),
  )
}

/** Returns a name that SQLite needs no quotes for. */
export function plainName(plain: string): Sql {
  if (!/^[A-Za-z_]\w*$/.test(plain)) throw new Error(`The name ${plain} needs quotes.`)
  return new Piece(around, [new Name(plain, true)])
}

/** Joins SQL with a separator. */
export function join(pieces: readonly Sql[], separator: Sql = comma): Sql {
  const between = asPiece(separator)
  const [only] = between.parts.length === 0 ? between.strings : []
  if (pieces.length === 0) return nothing
  if (only !== undefined) return new Piece(['', ...Array<string>(pieces.length - 1).fill(only), ''], pieces.map(asPiece))
  const parts = pieces.flatMap((piece, index) => (index === 0 ? [asPiece(piece)] : [between, asPiece(piece)]))
  return new Piece(Array<string>(parts.length + 1).fill(''), parts)
}

const comma: Sql = new Piece([', '], [])

export const nothing: Sql = new Piece([''], [])

/** Returns constant SQL text, such as a keyword or a column definition. Never pass user input. */
export function constant(text: string): Sql {
  return new Piece([text], [])
}

/** Writes SQL as an engine does. */
export function writeSql(statement: Sql, writer: SqlWriter): string {
  return asPiece(statement).write(writer)
}

/** Returns the text of SQL that is constant, or its value if it is only one bound value; undefined for other SQL. */
export function simpleContent(expression: Sql): { text: string } | { value: BoundValue } | undefined {
  const { strings, parts } = asPiece(expression)
  const [text = '', after] = strings
  if (parts.length === 0) return { text }
  const [part] = parts
  if (parts.length > 1 || text !== '' || after !== '' || part instanceof Name) return undefined
  return part instanceof Piece ? simpleContent(part) : { value: part as BoundValue }
}

/** What the result of a statement depends on. */
export interface Dependencies {
  /** The tables and views after FROM and JOIN. */
  tables: Set<string>
  /** Whether the result depends on time or randomness. */
  isNondeterministic: boolean
}

function endsWithTableKeyword(text: string): boolean {
  const trimmed = text.trimEnd()
  return trimmed !== text && (trimmed.endsWith('FROM') || trimmed.endsWith('JOIN'))
}

/** Returns the tables and views that a statement reads. Each has to be a name directly after FROM or JOIN. */
export function dependenciesOf(statement: Sql): Dependencies {
  const found: Dependencies = { tables: new Set(), isNondeterministic: false }
  collectDependencies(asPiece(statement), found, '')
  return found
}

/** @param before the text before the piece. Returns the text before the next one. */
function collectDependencies(piece: Piece, found: Dependencies, before: string): string {
  found.isNondeterministic ||= piece.isNondeterministic
  let last = piece.strings[0] || before
  for (const [index, part] of piece.parts.entries()) {
    if (part instanceof Piece) last = collectDependencies(part, found, last)
    else {
      if (part instanceof Name && endsWithTableKeyword(last)) found.tables.add(part.name)
      last = ''
    }
    last = piece.strings[index + 1] || last
  }
  return last
}

/** SQL that contains user-supplied text. Only methods that restrict what it may do accept it. */
export interface UntrustedSql {
  /** The SQL in SQLite's syntax. */
  readonly untrustedText: string
}

/** Builds untrusted SQL from a template. Texts are inserted unchanged. */
export function untrusted(strings: TemplateStringsArray, ...parts: (Sql | string)[]): UntrustedSql {
  return {
    untrustedText: String.raw({ raw: strings }, ...parts.map(part => (part instanceof Piece ? part.text : part))),
  }
}
