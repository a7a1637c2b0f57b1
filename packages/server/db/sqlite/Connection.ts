import type { DatabaseSync } from 'node:sqlite'
import type { SqlValue } from '@coffer/fields'
import { Deadline } from '../Deadline.ts'
import type { Definition, QueryInspector, QueryResult, Reader, ReadSet, Row, StatementResult } from '../engine.ts'
import type { BoundValue, Sql, UntrustedSql } from '../sql.ts'
import { classifyError, classifyingErrors } from './classifyError.ts'
import { openDatabase } from './openDatabase.ts'
import { emptyReadSet, ReadTracer } from './ReadTracer.ts'
import { type ResultLimits, readLongRows, readRows } from './readRows.ts'
import { StatementCache } from './StatementCache.ts'
import { sqliteDialect } from './sqliteDialect.ts'
import { sqliteSchema } from './sqliteSchema.ts'
import { columnsOfQuery, defineObject, sourcesOfQuery, useQuery } from './untrustedStatement.ts'

/** Returns bound values as SQLite takes them. */
function bindable(values: readonly BoundValue[]): SqlValue[] {
  return values.map(value => (value instanceof Deadline ? value.at : value))
}

export interface ConnectionOptions {
  readOnly: boolean
  /** If set, statements that read a view fail and call this function, because SQLite cannot interrupt a slow view. */
  rejectView?: () => void
}

/** A connection to a SQLite file with a cache of prepared statements. */
export class Connection implements Reader, QueryInspector {
  readonly dialect = sqliteDialect
  readonly schema = sqliteSchema
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

  async rows(statement: Sql, maxLength?: number, maxRows?: number): Promise<Row[]> {
    return this.#read(statement.text, statement.values, maxLength === undefined ? undefined : { maxLength, maxRows })
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

  /** @throws Error in a thread, whose statements cannot be interrupted */
  #assertKillable(): void {
    if (!this.#rejectView) return
    this.#rejectView()
    throw new Error('An untrusted query only runs in a process that can be killed.')
  }

  async resultOf(query: UntrustedSql, maxLength: number): Promise<QueryResult> {
    this.#assertKillable()
    return classifyingErrors(() =>
      useQuery(this.#database, query, statement => {
        statement.setReturnArrays(true)
        statement.setReadBigInts(true)
        const columns = statement.columns().map(({ name, type }) => ({ name, type: type ?? '' }))
        return { columns, rows: readLongRows(this.#database, statement, maxLength) }
      }),
    )
  }

  async rowsOf(query: UntrustedSql): Promise<Row[]> {
    this.#assertKillable()
    return classifyingErrors(() =>
      useQuery(this.#database, query, statement => {
        statement.setReturnArrays(true)
        return readRows(this.#database, statement, [])
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
    this.#tracer?.add({ ...emptyReadSet(), tables: new Set([table]) })
  }

  async run(statement: Sql): Promise<StatementResult> {
    return this.#run(statement)
  }

  async runEach(statements: readonly Sql[]): Promise<void> {
    for (const statement of statements) this.#run(statement)
  }

  #read(text: string, values: Sql['values'], limits?: ResultLimits): Row[] {
    try {
      return readRows(this.#database, this.#cache.prepare(text), bindable(values), limits)
    } catch (error) {
      throw classifyError(error)
    }
  }

  #run(statement: Pick<Sql, 'text' | 'values'>): StatementResult {
    try {
      const prepared = this.#cache.prepare(statement.text)
      // The result includes the rowid of the inserted row, which can be beyond 2^53.
      prepared.setReadBigInts(true)
      try {
        const { changes, lastInsertRowid } = prepared.run(...bindable(statement.values))
        return { changes: Number(changes), lastInsertId: Number(lastInsertRowid) }
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
