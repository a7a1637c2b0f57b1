import { Connection, type ConnectionOptions } from './Connection.ts'
import type { Engine } from './engine.ts'
import { lookInto } from './lookInto.ts'

/**
 * The engine of a reader thread: the connection of its reads cannot write. It is opened with the first read, so that a thread can start
 * while the writer still creates the file.
 */
export class SqliteReader implements Engine {
  readonly #path: string
  readonly #options: ConnectionOptions
  #opened: Connection | undefined
  rejectedViews = 0

  /** @param options.allowsViews whether statements may read views: only where the process can be killed */
  constructor(path: string, { allowsViews = true }: { allowsViews?: boolean } = {}) {
    this.#path = path
    const rejectView = () => {
      this.rejectedViews += 1
    }
    this.#options = { readOnly: true, ...(allowsViews ? {} : { rejectView }) }
  }

  rows: Engine['rows'] = async (statement, maxLength) => this.#connection().rows(statement, maxLength)
  row: Engine['row'] = async statement => this.#connection().row(statement)

  noteReads(): ReturnType<Engine['noteReads']> {
    return this.#connection().noteReads()
  }

  noteRead(table: string): void {
    this.#connection().noteRead(table)
  }

  transaction(): Promise<never> {
    throw new Error('A reader thread cannot write: the endpoint must say `runs: "writes"`.')
  }

  whenChanged(): void {
    // Nothing changes here.
  }

  whenChangedOutside(): void {
    // The writer's thread tells all others.
  }

  whenSuspended(): void {
    // The writer's thread notifies all others.
  }

  lookInto: Engine['lookInto'] = work => lookInto(this.#path, work, this.#options)

  async close(): Promise<void> {
    this.#opened?.close()
  }

  #connection(): Connection {
    this.#opened ??= new Connection(this.#path, this.#options)
    return this.#opened
  }
}
