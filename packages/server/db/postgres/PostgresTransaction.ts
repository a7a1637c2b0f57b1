import { DatabaseError, isDatabaseError } from '../DatabaseError.ts'
import type { Changes, Definition, Row, Transaction } from '../engine.ts'
import type { Sql, UntrustedSql } from '../sql.ts'
import { isStalePlan, violatedIndex } from './classifyError.ts'
import type { Control, PostgresConnection } from './PostgresConnection.ts'
import { columnsOfQuery, defineObject } from './untrustedStatement.ts'

/** Whether the transaction failed only because of other transactions or a lost connection, so that it can run again. */
const isTemporary = (error: unknown): boolean =>
  isDatabaseError(error, 'conflict') ||
  isDatabaseError(error, 'unreachable') ||
  (error instanceof Error && isStalePlan(error.cause))

/** A running transaction on a connection of its own. */
export class PostgresTransaction implements Transaction {
  readonly #connection: PostgresConnection
  readonly #findColumns: (index: string) => Promise<string[]>
  readonly #records = new Set<string>()
  #changesCollections = false
  #temporaryError: unknown
  #savepoints = 0

  /** @param findColumns returns the columns of an index, with a connection of its own */
  constructor(connection: PostgresConnection, findColumns: (index: string) => Promise<string[]>) {
    this.#connection = connection
    this.#findColumns = findColumns
  }

  /**
   * The error because of which the transaction must run again. The work can have caught it, but PostgreSQL ignores everything after
   * it.
   */
  get temporaryError(): unknown {
    return this.#temporaryError
  }

  get changes(): Changes {
    return { records: this.#records, collections: this.#changesCollections }
  }

  async #noting<T>(running: Promise<T>): Promise<T> {
    try {
      return await running
    } catch (error) {
      if (isTemporary(error)) this.#temporaryError ??= error
      throw await this.#withColumns(error)
    }
  }

  /** Adds the columns to the error of a violated unique index. PostgreSQL reports only the name of the index. */
  async #withColumns(error: unknown): Promise<unknown> {
    const violated = error instanceof DatabaseError ? violatedIndex(error.cause) : undefined
    if (!violated || !(error instanceof DatabaseError)) return error
    // The connection of this transaction runs no statements until the rollback.
    const columns = await this.#findColumns(violated.index).catch(() => [])
    return new DatabaseError('unique', error.message, {
      columns: columns.map(column => `${violated.table}.${column}`),
      cause: error.cause,
    })
  }

  rows(statement: Sql, maxLength?: number): Promise<Row[]> {
    return this.#noting(this.#connection.rows(statement, maxLength))
  }

  row(statement: Sql): Promise<Row | undefined> {
    return this.#noting(this.#connection.row(statement))
  }

  run(statement: Sql): Promise<{ changes: number }> {
    return this.#noting(this.#connection.run(statement))
  }

  runEach(statements: readonly Sql[]): Promise<void> {
    return this.#noting(this.#connection.runEach(statements))
  }

  markRecordsChanged(collectionId: string): void {
    this.#records.add(collectionId)
  }

  hasChanged(collectionId: string): boolean {
    return this.#records.has(collectionId)
  }

  markCollectionsChanged(): void {
    this.#changesCollections = true
  }

  columnsOf(query: UntrustedSql): Promise<string[]> {
    return this.#noting(columnsOfQuery(this.#connection, query))
  }

  define(statement: UntrustedSql, definition: Definition): Promise<void> {
    return this.#noting(defineObject(this.#connection, statement, definition))
  }

  attempt<T>(work: () => Promise<T>): Promise<T> {
    return this.#inSavepoint(work, { keepsChanges: true })
  }

  dryRun<T>(work: () => Promise<T>): Promise<T> {
    return this.#inSavepoint(work, { keepsChanges: false })
  }

  async #inSavepoint<T>(work: () => Promise<T>, { keepsChanges }: { keepsChanges: boolean }): Promise<T> {
    const savepoint = `savepoint_${++this.#savepoints}`
    const control = (text: Control) => this.#noting(this.#connection.control(text))
    // Its error is also the error of the next statement.
    control(`SAVEPOINT ${savepoint}`).catch(() => undefined)
    let isDone = false
    try {
      const result = await work()
      isDone = keepsChanges
      return result
    } finally {
      if (!isDone) await control(`ROLLBACK TO ${savepoint}`)
      await control(`RELEASE ${savepoint}`)
    }
  }
}
