import pg, { type Client, type QueryArrayConfig } from 'pg'
import { charactersIn } from '../../runtime/charactersIn.ts'
import { type Reader, type Row, TooLongError } from '../engine.ts'
import { maskValues } from '../maskValues.ts'
import { statementPrinter } from '../printStatements.ts'
import type { Sql } from '../sql.ts'
import { classifyError } from './classifyError.ts'
import type { TransactionIdentity } from './findOutcome.ts'
import { rowTypes } from './rowTypes.ts'
import type { Translated, Translator } from './translate.ts'

export type Control = 'COMMIT' | 'ROLLBACK' | `${'BEGIN' | 'NOTIFY' | 'ROLLBACK TO' | 'SAVEPOINT' | 'RELEASE'} ${string}`

/** Waits for a statement that was sent. Prints it if this thread prints statements. @throws the classified error */
const resultOf = async <T>(text: string, running: Promise<T>): Promise<T> => {
  const print = statementPrinter()
  const sentAt = print ? performance.now() : 0
  try {
    return await running
  } catch (error) {
    throw classifyError(error)
  } finally {
    print?.(maskValues(text, 'postgres'), performance.now() - sentAt)
  }
}

/** One message for both statements, because PostgreSQL answers each message separately. */
const beginning = `BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT pg_current_xact_id()::text AS id, now()::text AS "begunAt"`

/**
 * Sends the statements of one turn of the event loop together: each write is a system call, which took a fifth of the time of the
 * thread that writes.
 */
const sendTogether = ({ connection: { stream } }: Client): void => {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * A connection to PostgreSQL. The client is in pipeline mode: statements are sent without waiting for the results of earlier ones,
 * and PostgreSQL runs them in order.
 */
export class PostgresConnection implements Reader {
  readonly #client: Client
  readonly #translator: Translator
  readonly #onStatement: (statement: Translated) => void

  /** @param onStatement called before each statement */
  constructor(client: Client, translator: Translator, onStatement: (statement: Translated) => void = () => undefined) {
    this.#client = client
    this.#translator = translator
    this.#onStatement = onStatement
  }

  async rows(statement: Sql, maxLength?: number): Promise<Row[]> {
    const query = this.#queryOf(statement)
    if (maxLength !== undefined) return this.#readUpTo(query, maxLength)
    return (await resultOf(query.text, this.#client.query<unknown[]>(query))).rows as Row[]
  }

  async row(statement: Sql): Promise<Row | undefined> {
    return (await this.rows(statement))[0]
  }

  async run(statement: Sql): Promise<{ changes: number }> {
    const query = this.#queryOf(statement)
    const { rowCount } = await resultOf(query.text, this.#client.query(query))
    return { changes: rowCount ?? 0 }
  }

  /** Runs statements in one round trip. After an error, PostgreSQL ignores the rest of the transaction. */
  async runEach(statements: readonly Sql[]): Promise<void> {
    const results = await Promise.allSettled(statements.map(statement => this.run(statement)))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  /**
   * Runs a single statement without parameters, in the extended protocol, which rejects several statements.
   * @returns the column names and the rows
   */
  async query(text: string): Promise<{ columns: string[]; rows: Row[] }> {
    const query: QueryArrayConfig & { queryMode: 'extended' } = { text, queryMode: 'extended', rowMode: 'array', types: rowTypes }
    const { fields, rows } = await resultOf(text, this.#client.query<unknown[]>(query))
    return { columns: fields.map(({ name }) => name), rows: rows as Row[] }
  }

  /**
   * Runs a statement that begins or ends a transaction or a savepoint, or announces a transaction.
   * @returns the command that PostgreSQL ran: for a COMMIT after a failed statement, this is ROLLBACK
   */
  async control(text: Control): Promise<string> {
    sendTogether(this.#client)
    return (await resultOf(text, this.#client.query(text))).command
  }

  /** Begins a transaction and returns its identity. */
  async begin(): Promise<TransactionIdentity | undefined> {
    sendTogether(this.#client)
    // The driver returns a result for each statement, which its types do not know.
    const results = await resultOf(beginning, this.#client.query<TransactionIdentity>(beginning))
    return (results as unknown as pg.QueryResult<TransactionIdentity>[])[1]?.rows[0]
  }

  /** Returns the query of a statement that is about to be sent. */
  #queryOf({ text, values }: Sql): QueryArrayConfig<unknown[]> {
    const statement = this.#translator.translate(text)
    this.#onStatement(statement)
    sendTogether(this.#client)
    return {
      text: statement.text,
      values: values as unknown[],
      rowMode: 'array',
      types: rowTypes,
      ...(statement.prepared === undefined ? {} : { name: statement.prepared }),
    }
  }

  /** Reads row by row, and drops the rows beyond the limit, so that a large result never fills the memory. */
  async #readUpTo(query: QueryArrayConfig, maxLength: number): Promise<Row[]> {
    const rows: Row[] = []
    let length = 0
    const reading = new Promise<void>((resolve, reject) => {
      const running = this.#client.query(new pg.Query<unknown[]>(query))
      running.on('row', row => {
        length += charactersIn(row as Iterable<unknown>)
        if (length <= maxLength) rows.push(row as Row)
        else rows.length = 0
      })
      running.on('error', reject)
      running.on('end', () => resolve())
    })
    await resultOf(query.text, reading)
    if (length > maxLength) throw new TooLongError(`The rows have more than ${maxLength} characters.`)
    return rows
  }
}
