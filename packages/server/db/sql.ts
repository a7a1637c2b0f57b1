import type { SqlValue } from '@coffer/fields'
import type { Affinity } from '@coffer/schema'

/**
 * The type of an expression, for databases that compare values only with values of the same type. `list` is a JSON array, `real` a
 * number that SQLite never stores as an integer, and `value` a number, a text or null as JSON.
 */
export type ValueType = 'boolean' | 'list' | 'number' | 'real' | 'text' | 'value'

/** SQL text with bound values. Only the functions of this module create it, so user input never becomes SQL text. */
export interface Sql {
  readonly text: string
  readonly values: readonly SqlValue[]
  /** The type of the expression. Only dialects that need it set and read it. */
  readonly type?: ValueType | undefined
  readonly affinity?: Affinity | undefined
}

/** The only implementation of `Sql`. It is not exported, so other objects are never treated as SQL. */
class Piece implements Sql {
  readonly text: string
  readonly values: readonly SqlValue[]
  readonly type: ValueType | undefined
  readonly affinity: Affinity | undefined

  constructor(text: string, values: readonly SqlValue[], type?: ValueType, affinity?: Affinity) {
    this.text = text
    this.values = values
    this.type = type
    this.affinity = affinity
  }
}

const none: readonly SqlValue[] = []

/** Builds SQL from a template. Nested SQL is inserted as text; every other value is bound. */
export const sql = (strings: TemplateStringsArray, ...parts: (Sql | SqlValue | boolean)[]): Sql => {
  let text = strings[0] ?? ''
  const values: SqlValue[] = []
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]
    if (part instanceof Piece) {
      text += part.text
      for (const value of part.values) values.push(value)
    } else {
      text += '?'
      values.push(typeof part === 'boolean' ? Number(part) : (part as SqlValue))
    }
    text += strings[index + 1] ?? ''
  }
  return new Piece(text, values)
}

/** Returns a statement with other values. */
export const withValues = (statement: Sql, values: readonly SqlValue[]): Sql => {
  if (values.length !== statement.values.length) throw new Error(`The statement has ${statement.values.length} parameters.`)
  return new Piece(statement.text, values)
}

/** Returns an expression with the type of another one. */
export const withTypeOf = ({ type, affinity }: Sql, expression: Sql): Sql =>
  type === undefined ? expression : new Piece(expression.text, expression.values, type, affinity)

/** Returns an expression with its type. */
export const typed = ({ text, values }: Sql, type: ValueType, affinity: Affinity): Sql => new Piece(text, values, type, affinity)

const quoted = (identifier: string): string => `\`${identifier.replaceAll('`', '``')}\``

/** Quotes a table, column or index name. Several parts are joined with dots (`table`.`column`). */
export const name = (first: string, ...more: string[]): Sql =>
  new Piece(
    more.reduce((path, identifier) => `${path}.${quoted(identifier)}`, quoted(first)),
    none,
  )

/** Joins SQL with a separator. */
export const join = (pieces: readonly Sql[], separator: Sql = comma): Sql =>
  new Piece(
    pieces.map(piece => piece.text).join(separator.text),
    pieces.flatMap((piece, index) => (index === 0 ? [...piece.values] : [...separator.values, ...piece.values])),
  )

const comma: Sql = new Piece(', ', none)

export const nothing: Sql = new Piece('', none)

/** Returns constant SQL text, such as a keyword or a column definition. Never pass user input. */
export const constant = (text: string): Sql => new Piece(text, none)

/** SQL that contains user-supplied text. Only methods that restrict what it may do accept it. */
export interface UntrustedSql {
  readonly untrustedText: string
}

/** Builds untrusted SQL from a template. Texts are inserted unchanged. */
export const untrusted = (strings: TemplateStringsArray, ...parts: (Sql | string)[]): UntrustedSql => ({
  untrustedText: String.raw({ raw: strings }, ...parts.map(part => (part instanceof Piece ? part.text : part))),
})
