import { loadModule, parseSync } from 'libpg-query'
import deparser from 'pgsql-deparser'
import type { Node } from './nodes.ts'

await loadModule()

/** Words the errors of PostgreSQL's parser like those of SQLite. */
function syntaxError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const near = /^syntax error at or near "(.*)"$/s.exec(error.message)?.[1]
  if (near !== undefined) return new Error(`near "${near.replace(/^"(.*)"$/s, '$1')}": syntax error`, { cause: error })
  if (error.message.startsWith('LIMIT #,#'))
    return new Error('LIMIT with a comma is not portable to PostgreSQL. Write LIMIT 20 OFFSET 10.', { cause: error })
  return error.message === 'syntax error at end of input' ? new Error('incomplete input', { cause: error }) : error
}

function parseAll(text: string): { stmt?: Node }[] {
  try {
    return (parseSync(text) as { stmts?: { stmt?: Node }[] }).stmts ?? []
  } catch (error) {
    throw syntaxError(error)
  }
}

/** Parses the only statement of a text in PostgreSQL's syntax. */
export function parseStatement(text: string): Node {
  if (text.trim() === '') throw new Error('there is no statement')
  const [first, ...more] = parseAll(text)
  if (more.length > 0) throw new Error('multiple statements are not supported')
  if (!first?.stmt) throw new Error('there is no statement')
  return first.stmt
}

/** Parses the only statement of a text, which has to be a SELECT. */
export function parseSelect(text: string): Node {
  const statement = parseStatement(text)
  if (!('SelectStmt' in statement)) throw new Error('only SELECT is supported')
  return statement
}

/** Prints a statement in PostgreSQL's syntax. */
export function printStatement(statement: unknown): string {
  return deparser.deparseSync(statement as Parameters<typeof deparser.deparseSync>[0])
}
