import { Connection, type ConnectionOptions } from './Connection.ts'
import type { Engine, Transaction } from './engine.ts'
import { lookInto } from './lookInto.ts'

/**
 * The engine of a reader thread: the connection of its reads cannot write. It is opened with the first read, so that a thread can start
 * while the writer still creates the file.
 */
export class SqliteReader implements Engine {
  readonly #path: string
  readonly #openWriter: (() => Engine) | undefined
  readonly #options: ConnectionOptions
  #opened: Connection | undefined
  #writer: Engine | undefined
  rejectedViews = 0

  /**
   * @param options.openWriter opens what transactions go through, with the first of them; where it is absent they are refused
   * @param options.allowsViews whether statements may read views: only where the process can be killed
   */
  constructor(path: string, { openWriter, allowsViews = true }: { openWriter?: () => Engine; allowsViews?: boolean } = {}) {
    this.#path = path
    this.#openWriter = openWriter
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

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (!this.#openWriter) throw new Error('A reader thread cannot write: the endpoint must say `runs: "writes"`.')
    this.#writer ??= this.#openWriter()
    return this.#writer.transaction(work)
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

  compact(): Promise<never> {
    throw new Error('A reader thread cannot compact a file.')
  }

  async close(): Promise<void> {
    this.#opened?.close()
    await this.#writer?.close()
  }

  #connection(): Connection {
    this.#opened ??= new Connection(this.#path, this.#options)
    return this.#opened
  }
}
