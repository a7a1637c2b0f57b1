import { messageOf } from '../../errors/inspectError.ts'
import type { Changes, DataEvent } from '../commits.ts'
import { DatabaseError, isDatabaseError } from '../DatabaseError.ts'
import type { Definition, Row, ToError, Transaction } from '../engine.ts'
import type { Sql, UntrustedSql } from '../sql.ts'
import { isStalePlan, violatedIndex } from './classifyError.ts'
import type { BegunTransaction, Control, NodeLockMode, PostgresConnection } from './PostgresConnection.ts'
import { postgresDialect } from './postgresDialect.ts'
import { postgresSchema } from './postgresSchema.ts'
import { columnsOfQuery, defineObject } from './untrustedStatement.ts'

/** Whether a transaction failed for a reason outside of it, so that it can run again. */
const isTemporary = (error: unknown): boolean =>
  isDatabaseError(error, 'conflict') || isDatabaseError(error, 'unreachable') || isStalePlan(error)

/** A running transaction on a connection of its own. */
export class PostgresTransaction implements Transaction {
  readonly dialect = postgresDialect
  readonly schema = postgresSchema
  readonly runsAlone = false
  readonly #connection: PostgresConnection
  readonly #findColumns: (index: string) => Promise<string[]>
  readonly #records = new Set<string>()
  readonly #events: DataEvent[] = []
  #changesCollections = false
  #changesSettings = false
  #temporaryError: unknown
  #savepoints = 0
  #sent: Promise<void> = Promise.resolve()
  #begun: Promise<BegunTransaction | undefined> = Promise.resolve(undefined)

  /** @param findColumns returns the columns of an index as `table.column`, with a connection of its own */
  constructor(connection: PostgresConnection, findColumns: (index: string) => Promise<string[]>) {
    this.#connection = connection
    this.#findColumns = findColumns
  }

  /**
   * Begins, with a lock if it is the transaction of a node. If that fails, PostgreSQL rejects the statements that were sent after it without
   * saying why, so their error is the one of the beginning.
   */
  begin(lock?: NodeLockMode): void {
    this.#begun = this.#connection.begin(lock).catch((error: unknown) => {
      if (isTemporary(error)) this.#temporaryError ??= error
      throw error
    })
    this.#sent = this.#begun.then(() => undefined)
    for (const promise of [this.#begun, this.#sent]) promise.catch(() => undefined)
  }

  /** Resolves with the identity of the transaction when it has begun. */
  get begun(): Promise<BegunTransaction | undefined> {
    return this.#begun
  }

  /** The error that makes the transaction run again. PostgreSQL ignores all statements after it, even if the work has caught it. */
  get temporaryError(): unknown {
    return this.#temporaryError
  }

  /** Settles when the statements of `send` have ended, with the error of the first that failed. */
  get sent(): Promise<void> {
    return this.#sent
  }

  get changes(): Changes {
    return { records: this.#records, collections: this.#changesCollections, settings: this.#changesSettings }
  }

  /** The events so far. */
  get events(): readonly DataEvent[] {
    return this.#events
  }

  async #recordErrors<T>(running: Promise<T>): Promise<T> {
    try {
      return await running
    } catch (error) {
      if (isTemporary(error)) this.#temporaryError ??= error
      // After a failed statement, PostgreSQL rejects all others.
      await this.#sent
      throw await this.#withColumns(error)
    }
  }

  async send(statement: Sql, toError: ToError): Promise<void> {
    const running = this.#connection.run(statement).then(
      () => undefined,
      async (error: unknown) => {
        if (isTemporary(error)) this.#temporaryError ??= error
        throw toError(await this.#withColumns(error))
      },
    )
    const before = this.#sent
    this.#sent = before.then(() => running)
    for (const promise of [running, this.#sent]) promise.catch(() => undefined)
  }

  /** Adds the columns to the error of a violated unique index. PostgreSQL reports only the name of the index. */
  async #withColumns(error: unknown): Promise<unknown> {
    const index = violatedIndex(error)
    if (index === undefined) return error
    // The connection of this transaction runs no statements until the rollback.
    const columns = await this.#findColumns(index).catch(() => [])
    return new DatabaseError('unique', messageOf(error), { columns, cause: error })
  }

  rows(statement: Sql, maxLength?: number): Promise<Row[]> {
    return this.#recordErrors(this.#connection.rows(statement, maxLength))
  }

  row(statement: Sql): Promise<Row | undefined> {
    return this.#recordErrors(this.#connection.row(statement))
  }

  run(statement: Sql): Promise<{ changes: number }> {
    return this.#recordErrors(this.#connection.run(statement))
  }

  runReturning(statement: Sql): Promise<Row | undefined> {
    return this.row(statement)
  }

  runEach(statements: readonly Sql[]): Promise<void> {
    return this.#recordErrors(this.#connection.runEach(statements))
  }

  emit(event: DataEvent): void {
    this.#events.push(event)
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

  markSettingsChanged(): void {
    this.#changesSettings = true
  }

  columnsOf(query: UntrustedSql): Promise<string[]> {
    // The work can go on after an invalid query.
    return this.attempt(() => this.#recordErrors(columnsOfQuery(this.#connection, query)))
  }

  define(statement: UntrustedSql, definition: Definition): Promise<void> {
    return this.#recordErrors(defineObject(this.#connection, statement, definition))
  }

  attempt<T>(work: () => Promise<T>): Promise<T> {
    return this.#inSavepoint(work, { keepsChanges: true })
  }

  dryRun<T>(work: () => Promise<T>): Promise<T> {
    return this.#inSavepoint(work, { keepsChanges: false })
  }

  async #inSavepoint<T>(work: () => Promise<T>, { keepsChanges }: { keepsChanges: boolean }): Promise<T> {
    const savepoint = `savepoint_${++this.#savepoints}`
    const control = (text: Control) => this.#recordErrors(this.#connection.control(text))
    // Its error is also the error of the next statement.
    control(`SAVEPOINT ${savepoint}`).catch(() => undefined)
    const sentBefore = this.#sent
    const eventsBefore = this.#events.length
    let isDone = false
    try {
      const result = await work()
      await this.#sent
      isDone = keepsChanges
      return result
    } finally {
      if (!isDone) {
        this.#events.length = eventsBefore
        await control(`ROLLBACK TO ${savepoint}`)
        this.#sent = sentBefore
      }
      await control(`RELEASE ${savepoint}`)
    }
  }
}
