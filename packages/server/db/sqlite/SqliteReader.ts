import type { Engine } from '../engine.ts'
import { Connection, type ConnectionOptions } from './Connection.ts'
import { inspectQueries } from './inspectQueries.ts'

/**
 * The engine of a reader thread, with a read-only connection. The connection is opened on first use, so that a thread can start
 * while the writer is still creating the file.
 */
export class SqliteReader implements Engine {
  /** Short, because a read of a broken view occupies its thread for this time. */
  readonly maxNotificationDelayMs = 20
  readonly #path: string
  readonly #options: ConnectionOptions
  #opened: Connection | undefined
  rejectedViews = 0

  /** @param options.allowsViews whether statements can read views: only in processes that can be killed */
  constructor(path: string, { allowsViews = true }: { allowsViews?: boolean } = {}) {
    this.#path = path
    const rejectView = () => {
      this.rejectedViews += 1
    }
    this.#options = { readOnly: true, ...(allowsViews ? {} : { rejectView }) }
  }

  rows: Engine['rows'] = async (statement, maxLength) => this.#connection().rows(statement, maxLength)
  row: Engine['row'] = async statement => this.#connection().row(statement)

  traceReads(): ReturnType<Engine['traceReads']> {
    return this.#connection().traceReads()
  }

  traceRead(table: string): void {
    this.#connection().traceRead(table)
  }

  transaction(): Promise<never> {
    throw new Error('A reader thread cannot write. The endpoint must declare `runs: "writes"`.')
  }

  onCommit(): void {
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
