import { Connection } from './Connection.ts'
import type { Engine } from './engine.ts'
import { lookInto } from './lookInto.ts'

/**
 * The engine of a reader thread: its connection cannot write. It is opened with the first read, so that a thread can start
 * while the writer still creates the file.
 */
export class SqliteReader implements Engine {
  readonly #path: string
  #opened: Connection | undefined

  constructor(path: string) {
    this.#path = path
  }

  rows: Engine['rows'] = async statement => this.#connection().rows(statement)
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

  lookInto: Engine['lookInto'] = work => lookInto(this.#path, work)

  compact(): Promise<never> {
    return this.transaction()
  }

  async close(): Promise<void> {
    this.#opened?.close()
  }

  #connection(): Connection {
    this.#opened ??= new Connection(this.#path, { readOnly: true })
    return this.#opened
  }
}
