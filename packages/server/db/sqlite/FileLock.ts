import { DatabaseSync } from 'node:sqlite'
import { isDatabaseError } from '../DatabaseError.ts'
import { classifyingErrors } from './classifyError.ts'

/** The exclusive lock of a SQLite file. The system releases it when the process ends, and it works across containers. */
export class FileLock {
  readonly #database: DatabaseSync

  /**
   * Opens the file, and creates it if it is missing, without locking it.
   * @throws Error when the file cannot be opened
   */
  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: 0 })
  }

  /** Acquires the lock until `close`. Returns false if another process holds it. */
  acquire(): boolean {
    return this.#succeeds('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  }

  /** Whether another process holds the lock. */
  isTaken(): boolean {
    return !this.#succeeds('SELECT name FROM sqlite_schema')
  }

  get isOpen(): boolean {
    return this.#database.isOpen
  }

  close(): void {
    this.#database.close()
  }

  #succeeds(statement: string): boolean {
    try {
      classifyingErrors(() => this.#database.exec(statement))
      return true
    } catch (error) {
      if (isDatabaseError(error, 'busy')) return false
      throw error
    }
  }
}
