import type { SqlValue } from '@coffer/fields'

/** A piece of SQL whose values are bound. Made by the `sql` tag alone, so no input ever becomes SQL text. */
export interface Sql {
  readonly text: string
  readonly values: readonly SqlValue[]
}

const made = new WeakSet<object>()

const make = (text: string, values: readonly SqlValue[]): Sql => {
  const piece = Object.freeze({ text, values })
  made.add(piece)
  return piece
}

const isSql = (value: unknown): value is Sql => typeof value === 'object' && value !== null && made.has(value)

/** Builds SQL: pieces of SQL are spliced in, every other value is bound. */
export const sql = (strings: TemplateStringsArray, ...parts: (Sql | SqlValue | boolean)[]): Sql => {
  let text = strings[0] ?? ''
  const values: SqlValue[] = []
  parts.forEach((part, index) => {
    if (isSql(part)) {
      text += part.text
      values.push(...part.values)
    } else {
      text += '?'
      values.push(typeof part === 'boolean' ? Number(part) : (part as SqlValue))
    }
    text += strings[index + 1] ?? ''
  })
  return make(text, values)
}

/** Quotes a table, column or index name; several parts are joined with dots (`table`.`column`). */
export const name = (...identifiers: string[]): Sql =>
  make(identifiers.map(identifier => `\`${identifier.replaceAll('`', '``')}\``).join('.'), [])

/** Joins pieces with SQL between them. */
export const join = (pieces: readonly Sql[], separator: Sql = make(', ', [])): Sql =>
  make(
    pieces.map(piece => piece.text).join(separator.text),
    pieces.flatMap((piece, index) => (index === 0 ? [...piece.values] : [...separator.values, ...piece.values])),
  )

export const nothing: Sql = make('', [])

/** SQL text that is written in this code base (a keyword, a column definition); never anything that came from outside. */
export const constant = (text: string): Sql => make(text, [])
