import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { charactersIn } from '../../runtime/charactersIn.ts'
import { type Definition, type QueryInspector, type Reader, type ReadSet, type Row, TooLongError } from '../engine.ts'
import type { Sql, UntrustedSql } from '../sql.ts'
import { classifyError, classifyingErrors } from './classifyError.ts'
import { openDatabase } from './openDatabase.ts'
import { ReadTracer } from './ReadTracer.ts'
import { StatementCache } from './StatementCache.ts'
import { columnsOfQuery, defineObject, sourcesOfQuery, useQuery } from './untrustedStatement.ts'

const isOutOfRange = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE'

/** Reads row by row up to a limit, which takes 50 % longer than reading all rows at once. */
const readUpTo = (statement: StatementSync, values: Sql['values'], maxLength: number): Row[] => {
  const rows: Row[] = []
  let length = 0
  for (const row of statement.iterate(...values) as Iterable<unknown> as Iterable<Row>) {
    length += charactersIn(row)
    if (length > maxLength) throw new TooLongError(`The rows have more than ${maxLength} characters.`)
    rows.push(row)
  }
  return rows
}

const readAll = (statement: StatementSync, values: Sql['values'], maxLength?: number): Row[] => {
  const read = () =>
    maxLength === undefined ? (statement.all(...values) as unknown as Row[]) : readUpTo(statement, values, maxLength)
  try {
    return read()
  } catch (error) {
    if (!isOutOfRange(error)) throw error
    // A result contains an integer beyond 2^53. This is rare, so only these reads are repeated with the slower bigints.
    statement.setReadBigInts(true)
    try {
      return read()
    } finally {
      statement.setReadBigInts(false)
    }
  }
}

export interface ConnectionOptions {
  readOnly: boolean
  /** If set, statements that read a view fail and call this function, because SQLite cannot interrupt a slow view. */
  rejectView?: () => void
}

/** A connection to a SQLite file with a cache of prepared statements. */
export class Connection implements Reader, QueryInspector {
  readonly #database: DatabaseSync
  readonly #cache: StatementCache
  readonly #tracer: ReadTracer | undefined
  readonly #rejectView: (() => void) | undefined

  constructor(path: string, { readOnly, rejectView }: ConnectionOptions) {
    this.#database = classifyingErrors(() => openDatabase(path, { readOnly }))
    this.#rejectView = rejectView
    this.#tracer = readOnly ? new ReadTracer(this.#database, rejectView) : undefined
    this.#cache = new StatementCache(this.#database, this.#tracer)
  }

  async rows(statement: Sql, maxLength?: number): Promise<Row[]> {
    return this.#read(statement.text, statement.values, maxLength)
  }

  async row(statement: Sql): Promise<Row | undefined> {
    return this.#read(statement.text, statement.values)[0]
  }

  // Untrusted statements and read tracing both set the SQLite authorizer, so a connection must not do both at the same time.
  async columnsOf(query: UntrustedSql): Promise<string[]> {
    return classifyingErrors(() => columnsOfQuery(this.#database, query))
  }

  async sourcesOf(query: UntrustedSql): Promise<Set<string>> {
    return classifyingErrors(() => sourcesOfQuery(this.#database, query))
  }

  async rowsOf(query: UntrustedSql): Promise<Row[]> {
    if (this.#rejectView) {
      this.#rejectView()
      throw new Error('The query of a view only runs in a process that can be killed.')
    }
    return classifyingErrors(() =>
      useQuery(this.#database, query, statement => {
        statement.setReturnArrays(true)
        return readAll(statement, [])
      }),
    )
  }

  async define(statement: UntrustedSql, definition: Definition): Promise<void> {
    classifyingErrors(() => defineObject(this.#database, statement, definition))
  }

  /** Starts to trace reads. Returns a function that ends the trace, or undefined if the connection can write. */
  traceReads(): (() => ReadSet) | undefined {
    return this.#tracer?.begin()
  }

  /** Adds a table to the current traces without reading it. */
  traceRead(table: string): void {
    this.#tracer?.add({ tables: new Set([table]), isNondeterministic: false })
  }

  async run(statement: Sql): Promise<{ changes: number }> {
    return this.#run(statement)
  }

  async runEach(statements: readonly Sql[]): Promise<void> {
    for (const statement of statements) this.#run(statement)
  }

  #read(text: string, values: Sql['values'], maxLength?: number): Row[] {
    try {
      return readAll(this.#cache.prepare(text), values, maxLength)
    } catch (error) {
      throw classifyError(error)
    }
  }

  #run(statement: Pick<Sql, 'text' | 'values'>): { changes: number } {
    try {
      const prepared = this.#cache.prepare(statement.text)
      // The result includes the rowid of the inserted row, which can be beyond 2^53.
      prepared.setReadBigInts(true)
      try {
        return { changes: Number(prepared.run(...statement.values).changes) }
      } finally {
        prepared.setReadBigInts(false)
      }
    } catch (error) {
      throw classifyError(error)
    }
  }

  /** Whether a transaction is open. */
  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  /** Runs a statement that begins or ends a transaction or a savepoint. */
  control(statement: 'BEGIN IMMEDIATE' | 'COMMIT' | 'ROLLBACK' | `${'SAVEPOINT' | 'RELEASE' | 'ROLLBACK TO'} ${string}`): void {
    this.#run({ text: statement, values: [] })
  }

  /** Returns the first row of a statement without parameters. */
  values(text: string): Row {
    return this.#read(text, [])[0] ?? []
  }

  /** Returns the first value of a statement without parameters. */
  value(text: string): unknown {
    return this.values(text)[0]
  }

  /** Runs one or more statements without parameters, for pragmas and table definitions. */
  execute(text: string): void {
    classifyingErrors(() => this.#database.exec(text))
  }

  close(): void {
    this.#cache.clear()
    this.#database.close()
  }
}
