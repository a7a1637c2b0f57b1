import type { SqlValue } from '@coffer/fields'

/** A piece of SQL whose values are bound. Made by the `sql` tag alone, so no input ever becomes SQL text. */
export interface Sql {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** Only this class makes SQL, and only this file knows it. */
class Piece implements Sql {
  readonly text: string
  readonly values: readonly SqlValue[]

  constructor(text: string, values: readonly SqlValue[]) {
    this.text = text
    this.values = values
  }
}

const none: readonly SqlValue[] = []

/** Builds SQL: pieces of SQL are spliced in, every other value is bound. */
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

/** A statement that was built before, with these values in the places of its own. */
export const withValues = (statement: Sql, values: readonly SqlValue[]): Sql => {
  if (values.length !== statement.values.length) throw new Error(`A statement takes ${statement.values.length} values.`)
  return new Piece(statement.text, values)
}

const quoted = (identifier: string): string => `\`${identifier.replaceAll('`', '``')}\``

/** Quotes a table, column or index name; several parts are joined with dots (`table`.`column`). */
export const name = (first: string, ...more: string[]): Sql =>
  new Piece(
    more.reduce((path, identifier) => `${path}.${quoted(identifier)}`, quoted(first)),
    none,
  )

/** Joins pieces with SQL between them. */
export const join = (pieces: readonly Sql[], separator: Sql = comma): Sql =>
  new Piece(
    pieces.map(piece => piece.text).join(separator.text),
    pieces.flatMap((piece, index) => (index === 0 ? [...piece.values] : [...separator.values, ...piece.values])),
  )

const comma: Sql = new Piece(', ', none)

export const nothing: Sql = new Piece('', none)

/** SQL text that is written in this code base (a keyword, a column definition); never anything that came from outside. */
export const constant = (text: string): Sql => new Piece(text, none)

/** A statement that holds text from outside. None but those methods take it that hold it to what it may do. */
export interface ForeignSql {
  readonly foreignText: string
}

/** Builds a statement around text from outside: texts are spliced in as they are. */
export const foreign = (strings: TemplateStringsArray, ...parts: (Sql | string)[]): ForeignSql => ({
  foreignText: String.raw({ raw: strings }, ...parts.map(part => (part instanceof Piece ? part.text : part))),
})
