import { AsyncLocalStorage } from 'node:async_hooks'
import { type Engine, readsView } from '../engine.ts'
import { Connection, type ConnectionOptions } from './Connection.ts'
import { inspectQueries } from './inspectQueries.ts'
import { sqliteDialect } from './sqliteDialect.ts'
import { sqliteSchema } from './sqliteSchema.ts'

/** The work whose statement runs, because a thread does several pieces of work at once. */
const currentWork = new AsyncLocalStorage<{ hasReadView: boolean }>()

function rejectView(): void {
  const work = currentWork.getStore()
  if (work) work.hasReadView = true
}

/**
 * The engine of a reader thread, with a read-only connection. The connection is opened on first use, so that a thread can start
 * while the writer is still creating the file.
 */
export class SqliteReader implements Engine {
  readonly dialect = sqliteDialect
  readonly schema = sqliteSchema
  readonly maxQuickReadMs = 10
  /** Short, because a read of a broken view occupies its thread for this time. */
  readonly maxNotificationDelayMs = 20
  readonly #path: string
  readonly #options: ConnectionOptions
  #opened: Connection | undefined

  /** @param options.allowsViews whether statements can read views: only in processes that can be killed */
  constructor(path: string, { allowsViews = true }: { allowsViews?: boolean } = {}) {
    this.#path = path
    this.#options = { readOnly: true, ...(allowsViews ? {} : { rejectView }) }
  }

  rows: Engine['rows'] = async (...args) => this.#connection().rows(...args)
  row: Engine['row'] = async statement => this.#connection().row(statement)

  traceReads(): ReturnType<Engine['traceReads']> {
    return this.#connection().traceReads()
  }

  traceRead(table: string): void {
    this.#connection().traceRead(table)
  }

  async runWithoutViews<T>(work: () => Promise<T>): Promise<T | typeof readsView> {
    const own = { hasReadView: false }
    try {
      const result = await currentWork.run(own, work)
      return own.hasReadView ? readsView : result
    } catch (error) {
      if (own.hasReadView) return readsView
      throw error
    }
  }

  transaction(): Promise<never> {
    throw new Error('A reader thread cannot write. Use `inWriter` or a service of the writer.')
  }

  onCommit(): void {
    // A reader never commits.
  }

  onEvents(): void {
    // A reader never commits.
  }

  onExternalChange(): void {
    // The writer's thread notifies all others.
  }

  onSuspensionChange(): void {
    // The writer's thread notifies all others.
  }

  inspectQueries: Engine['inspectQueries'] = work => inspectQueries(this.#path, work, this.#options)

  async close(): Promise<void> {
    this.#opened?.close()
  }

  #connection(): Connection {
    this.#opened ??= new Connection(this.#path, this.#options)
    return this.#opened
  }
}
