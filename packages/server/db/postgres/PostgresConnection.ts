import pg, { type Client, type FieldDef, type QueryArrayConfig, type QueryResultBase } from 'pg'
import { charactersIn } from '../../runtime/charactersIn.ts'
import { type Reader, type Row, TooLongError } from '../engine.ts'
import { maskValues } from '../maskValues.ts'
import { statementPrinter } from '../printStatements.ts'
import type { Sql } from '../sql.ts'
import { classifyError } from './classifyError.ts'
import { currentTimeline, type TransactionIdentity } from './findOutcome.ts'
import { MessageSocket } from './MessageSocket.ts'
import { postgresDialect } from './postgresDialect.ts'
import { postgresSchema } from './postgresSchema.ts'
import { rowTypes } from './rowTypes.ts'
import type { Translated, Translator } from './translate.ts'

export type Control = 'COMMIT' | 'ROLLBACK' | `${'BEGIN' | 'NOTIFY' | 'ROLLBACK TO' | 'SAVEPOINT' | 'RELEASE'} ${string}`

/** Waits for a statement that was sent. Prints it if this thread prints statements. @throws the classified error */
async function resultOf<T>(text: string, running: Promise<T>): Promise<T> {
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

/** How a transaction of a node locks the table of the last change of collections. */
export type NodeLockMode = 'ROW SHARE' | 'EXCLUSIVE'

const identity = `pg_current_xact_id()::text AS id, now()::text AS "begunAt", ${currentTimeline} AS timeline`

/** One message for all statements, because PostgreSQL answers each message separately. */
const beginning = `BEGIN ISOLATION LEVEL SERIALIZABLE; SELECT ${identity}`

/** LOCK TABLE takes no snapshot, so what the transaction sees is from the moment when it has the lock. */
const beginningOfNode = (mode: NodeLockMode): string =>
  `BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE "_cofferNodeState" IN ${mode} MODE;
    SELECT ${identity}, (SELECT collections::int FROM "_cofferNodeState") AS collections`

/** A transaction that has begun. One of a node knows the number of the last change of collections. */
export interface BegunTransaction extends TransactionIdentity {
  collections?: number
}

/**
 * Sends the statements of one turn of the event loop together: each write is a system call, which took a fifth of the time of the
 * thread that writes.
 */
function sendTogether({ connection: { stream } }: Client): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Returns a query in the extended protocol, which rejects several statements. */
const extended = (text: string): QueryArrayConfig & { queryMode: 'extended' } => ({
  text,
  queryMode: 'extended',
  rowMode: 'array',
  types: rowTypes,
})

/**
 * A connection to PostgreSQL. The client is in pipeline mode: statements are sent without waiting for the results of earlier ones,
 * and PostgreSQL runs them in order.
 */
export class PostgresConnection implements Reader {
  readonly dialect = postgresDialect
  readonly schema = postgresSchema
  readonly #client: Client
  readonly #translator: Translator
  readonly #onStatement: (statement: Translated) => void
  #inTransaction = false

  /** @param onStatement called before each statement */
  constructor(client: Client, translator: Translator, onStatement: (statement: Translated) => void = () => undefined) {
    this.#client = client
    this.#translator = translator
    this.#onStatement = onStatement
  }

  async rows(statement: Sql, maxLength?: number): Promise<Row[]> {
    const query = this.#queryOf(statement)
    if (maxLength !== undefined) return (await this.#readUpTo(query, maxLength)).rows
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
    const { fields, rows } = await resultOf(text, this.#client.query<unknown[]>(extended(text)))
    return { columns: fields.map(({ name }) => name), rows: rows as Row[] }
  }

  /**
   * Runs a single statement like `query`. A column without a table is a computed value.
   * @throws TooLongError when the rows have more characters than `maxLength`
   */
  async queryUpTo(text: string, maxLength: number): Promise<{ fields: FieldDef[]; rows: Row[] }> {
    return this.#readUpTo(extended(text), maxLength)
  }

  /**
   * Runs a statement that begins or ends a transaction or a savepoint, or announces a transaction.
   * @returns the command that PostgreSQL ran: for a COMMIT after a failed statement, this is ROLLBACK
   */
  async control(text: Control): Promise<string> {
    sendTogether(this.#client)
    return (await resultOf(text, this.#client.query(text))).command
  }

  /** Begins a transaction, with a lock if it is one of a node, and returns its identity. */
  async begin(lock?: NodeLockMode): Promise<BegunTransaction | undefined> {
    this.#inTransaction = true
    sendTogether(this.#client)
    // The driver returns a result for each statement, which its types do not know.
    const text = lock ? beginningOfNode(lock) : beginning
    const results = await resultOf(text, this.#client.query<BegunTransaction>(text))
    return (results as unknown as pg.QueryResult<BegunTransaction>[]).at(-1)?.rows[0]
  }

  /** Returns the query of a statement that is about to be sent. */
  #queryOf(sql: Sql): QueryArrayConfig<unknown[]> {
    const statement = this.#translator.translate(sql)
    this.#onStatement(statement)
    sendTogether(this.#client)
    return {
      text: statement.text,
      values: sql.values as unknown[],
      rowMode: 'array',
      types: rowTypes,
      ...(statement.prepared === undefined ? {} : { name: statement.prepared }),
    }
  }

  /** Reads row by row, and drops the rows beyond the limit, so that a large result never fills the memory. */
  async #readUpTo(query: QueryArrayConfig, maxLength: number): Promise<{ fields: FieldDef[]; rows: Row[] }> {
    const rows: Row[] = []
    let fields: FieldDef[] = []
    let length = 0
    const { stream } = this.#client.connection
    const socket = stream instanceof MessageSocket ? stream : undefined
    const reading = new Promise<void>((resolve, reject) => {
      const running = this.#client.query(new pg.Query<unknown[]>(query))
      const end = (settle: () => void) => {
        // The event is emitted while the last message is parsed, so rows of the next query are never dropped.
        socket?.keepRows()
        settle()
      }
      running.on('row', row => {
        length += charactersIn(row as Iterable<unknown>)
        if (length <= maxLength) {
          rows.push(row as Row)
          return
        }
        rows.length = 0
        socket?.dropRows(!this.#inTransaction)
      })
      running.on('error', error => end(() => reject(error)))
      running.on('end', (result: QueryResultBase) => {
        fields = result.fields
        end(resolve)
      })
    })
    const tooLong = () => new TooLongError(`The rows have more than ${maxLength} characters.`)
    await resultOf(query.text, reading).catch((error: unknown) => {
      // The rest was not read.
      throw length > maxLength ? tooLong() : error
    })
    if (length > maxLength) throw tooLong()
    return { fields, rows }
  }
}
