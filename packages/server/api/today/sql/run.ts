import { type QueryInspector, type QueryResult, TooLongError } from '../../../db/engine.ts'
import { serverTables } from '../../../db/serverTables.ts'
import { type UntrustedSql, untrusted } from '../../../db/sql.ts'
import { collectIssues, lengthBetween, required } from '../../../errors/fieldIssues.ts'
import { messageOf } from '../../../errors/inspectError.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import { levels } from '../../../logs/LogEntry.ts'
import { logText } from '../../../logs/logText.ts'
import { jsonReply } from '../../../messages/ApiReply.ts'
import { readForm } from '../../body/readForm.ts'
import type { Endpoint } from '../../contract.ts'
import { adminOnly } from '../../guards.ts'
import { inReader, next } from '../../Steps.ts'

const form = { query: 'text' } as const

/** Maximum characters of a query, as in PocketBase 0.39. */
const maxQueryLength = 5000
const maxRows = 1000
/** Maximum characters of all values together. */
const maxResultLength = 8_000_000

/** Tables with secrets, or with data that only the server understands. The API returns the parts that admins can see. */
const closedTables = new Set(
  serverTables.map(({ name }) => name).filter(name => name !== '_migrations' && name !== '_externalAuths'),
)

const failed = (reason: string) => new Rejection('invalid', { message: `Failed to execute query. Raw error:\n${reason}` })

const readOnly = 'Only a query that reads can be run: SELECT, VALUES or WITH. Change records with the API or in a migration.'

/** Returns the query without the comments and spaces around it, and without a semicolon. */
const trimmed = (query: string): string => query.replace(/^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/, '').replace(/[\s;]+$/, '')

/** @throws Rejection if the query reads a table with secrets, directly or through a view */
async function assertOpen(look: QueryInspector, query: UntrustedSql): Promise<void> {
  const closed = [...(await look.sourcesOf(query))].find(source => closedTables.has(source))
  if (closed !== undefined)
    throw failed(`The table ${closed} cannot be read, because it can contain secrets. Use the API of admins instead.`)
}

async function runQuery(look: QueryInspector, query: string): Promise<QueryResult> {
  if (!/^(?:select|values|with)\b/i.test(query)) throw failed(readOnly)
  // A comment at the end of the query must not hide the parenthesis.
  const statement = untrusted`SELECT * FROM (${query}\n) LIMIT ${String(maxRows)}`
  try {
    await look.columnsOf(statement)
  } catch (error) {
    throw failed(`SQL logic error: ${messageOf(error)} (1).`)
  }
  await assertOpen(look, statement)
  return look.resultOf(statement, maxResultLength).catch(error => {
    const advice = 'Select fewer columns or rows.'
    throw failed(error instanceof TooLongError ? `The result is longer than 8 MB. ${advice}` : messageOf(error))
  })
}

const textOf = (value: unknown): string | null =>
  value === null ? null : value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value)

/** Runs a query of an admin that only reads, and returns at most 1,000 rows as texts. */
export const runSql: Endpoint = {
  method: 'POST',
  path: '/sql',
  dialect: 'today',
  operation: { id: 'runSql', summary: 'Run an SQL query', body: { form, required: ['query'] }, returns: 'SqlResult' },
  guard: adminOnly,
  steps: inReader(async ({ app, request, requester }) => {
    const { query = '' } = readForm(request, form)
    const issues = collectIssues({ query: required(query.trim()) ?? lengthBetween(query, 1, maxQueryLength) })
    if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
    const started = performance.now()
    const { columns, rows } = await app.db.inspectQueries(look => runQuery(look, trimmed(query)))
    const execTime = performance.now() - started
    const admin = requester.kind === 'admin' ? requester.admin.email : ''
    const result = {
      execTime,
      // A query that only reads changes nothing.
      affectedRows: 0,
      columns: columns.map(column => ({ ...column, nullable: true })),
      rows: rows.map(row => row.map(textOf)),
    }
    return next({ result, entry: { type: 'sql', admin, query: logText(query), execTime } })
  }).inMain(async ({ logs }, { result, entry }) => {
    logs.write({ level: levels.info, message: 'An admin has run a query.', data: JSON.stringify(entry), created: Date.now() })
    return jsonReply(result)
  }),
}
