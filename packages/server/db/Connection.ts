import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { charactersIn } from '../runtime/charactersIn.ts'
import { type Definition, type QueryLook, type Reader, type Row, TooLongError } from './engine.ts'
import { columnsOfQuery, defineObject, sourcesOfQuery, useQuery } from './holdStatement.ts'
import { openDatabase } from './openDatabase.ts'
import { type ReadNote, ReadTrace } from './ReadTrace.ts'
import { StatementCache } from './StatementCache.ts'
import type { ForeignSql, Sql } from './sql.ts'

const isOutOfRange = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE'

/** Reads row by row, which takes half as long again as all at once. */
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
    // An integer beyond 2^53: rare enough that only these reads pay for bigints.
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
  /** Called when a statement reads a view, which then fails: SQLite cannot be interrupted. Absent where views may be read. */
  rejectView?: () => void
}

/** One open SQLite file with its prepared statements. */
export class Connection implements Reader, QueryLook {
  readonly #database: DatabaseSync
  readonly #cache: StatementCache
  readonly #trace: ReadTrace | undefined
  readonly #rejectView: (() => void) | undefined

  constructor(path: string, { readOnly, rejectView }: ConnectionOptions) {
    this.#database = openDatabase(path, { readOnly })
    this.#rejectView = rejectView
    this.#trace = readOnly ? new ReadTrace(this.#database, rejectView) : undefined
    this.#cache = new StatementCache(this.#database, this.#trace)
  }

  async rows(statement: Sql, maxLength?: number): Promise<Row[]> {
    return readAll(this.#cache.prepare(statement.text), statement.values, maxLength)
  }

  async row(statement: Sql): Promise<Row | undefined> {
    return readAll(this.#cache.prepare(statement.text), statement.values)[0]
  }

  // What looks at text from outside and what traces reads use the same means: not for a connection whose reads are noted.
  async columnsOf(query: ForeignSql): Promise<string[]> {
    return columnsOfQuery(this.#database, query)
  }

  async sourcesOf(query: ForeignSql): Promise<Set<string>> {
    return sourcesOfQuery(this.#database, query)
  }

  async rowsOf(query: ForeignSql): Promise<Row[]> {
    if (this.#rejectView) {
      this.#rejectView()
      throw new Error('The query of a view runs only where it can be stopped.')
    }
    return useQuery(this.#database, query, statement => {
      statement.setReturnArrays(true)
      return readAll(statement, [])
    })
  }

  async define(statement: ForeignSql, definition: Definition): Promise<void> {
    defineObject(this.#database, statement, definition)
  }

  /** Begins to note what is read; the result ends it. Undefined for a connection that can write. */
  noteReads(): (() => ReadNote) | undefined {
    return this.#trace?.begin()
  }

  /** Notes a table as read of which nothing was read now. */
  noteRead(table: string): void {
    this.#trace?.add({ tables: new Set([table]), isMomentary: false })
  }

  async run(statement: Sql): Promise<{ changes: number }> {
    return this.#run(statement)
  }

  async runEach(statements: readonly Sql[]): Promise<void> {
    for (const statement of statements) this.#run(statement)
  }

  #run(statement: Pick<Sql, 'text' | 'values'>): { changes: number } {
    const prepared = this.#cache.prepare(statement.text)
    // The id of the inserted row comes back as well, and may be beyond 2^53.
    prepared.setReadBigInts(true)
    try {
      return { changes: Number(prepared.run(...statement.values).changes) }
    } finally {
      prepared.setReadBigInts(false)
    }
  }

  /** Whether a transaction has been begun and not ended. */
  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  /** Runs a statement that begins or ends a transaction or a part of one. */
  control(statement: 'BEGIN IMMEDIATE' | 'COMMIT' | 'ROLLBACK' | `${'SAVEPOINT' | 'RELEASE' | 'ROLLBACK TO'} ${string}`): void {
    this.#run({ text: statement, values: [] })
  }

  /** The one row that a statement without parameters gives. */
  values(text: string): Row {
    return readAll(this.#cache.prepare(text), [])[0] ?? []
  }

  /** The one value that a statement without parameters gives. */
  value(text: string): unknown {
    return this.values(text)[0]
  }

  /** Runs text without values, also several statements; for pragmas and table definitions. */
  execute(text: string): void {
    this.#database.exec(text)
  }

  close(): void {
    this.#cache.clear()
    this.#database.close()
  }
}
