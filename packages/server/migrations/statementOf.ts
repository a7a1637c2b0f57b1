import { isObject } from '@coffer/fields'
import type { BoundValue } from '../db/sql.ts'
import { constant, join, name, nothing, type Sql, sql } from '../db/sql.ts'

/** Texts in quotes, which stay as they are, names in the quotes of SQLite or of 0.22, and parameters. */
const parts = /('(?:[^']|'')*'|"(?:[^"]|"")*")|`([^`]+)`|\[\[([\w-]+)\]\]|\{\{([\w-]+)\}\}|\{:(\w+)\}/g

function boundValue(value: unknown): BoundValue {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'bigint') return value
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
}

/**
 * Builds the statement of a migration, whose author is trusted with the database.
 * @param text SQL with `{:name}` for each parameter, and names in backquotes, `[[…]]` or `{{…}}`
 * @throws Error for a parameter without a value
 */
export function statementOf(text: string, parameters: Record<string, unknown>): Sql {
  const pieces: Sql[] = []
  let end = 0
  for (const match of text.matchAll(parts)) {
    pieces.push(constant(text.slice(end, match.index)))
    end = match.index + match[0].length
    const [whole, quoted, ticked, column, table, parameter] = match
    const identifier = ticked ?? column ?? table
    if (quoted !== undefined) pieces.push(constant(whole))
    else if (identifier !== undefined) pieces.push(name(identifier))
    else if (parameter === undefined || !Object.hasOwn(parameters, parameter))
      throw new Error(`The statement has no value for ${whole}.`)
    else pieces.push(sql`${boundValue(parameters[parameter])}`)
  }
  return join([...pieces, constant(text.slice(end))], nothing)
}
