import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** Opens a file that is about to be synced. The name of a new one has to be on disk as well, or its content cannot be found. */
const openWritten = (path: string): number => {
  const folder = openSync(dirname(path), 'r')
  fsyncSync(folder)
  closeSync(folder)
  // SQLite keeps its locks on other files, so this one may be opened and closed beside it.
  return openSync(path, 'r+')
}

/**
 * Brings the write-ahead log of a database onto the disk. SQLite itself would have the file's times written as well, each time.
 */
export class WalSync {
  readonly #path: string
  #file: number | undefined

  /** @param path of the database; its log has to be there once something has been committed */
  constructor(path: string) {
    this.#path = `${path}-wal`
  }

  /**
   * Returns when everything that has been committed is on disk.
   * @throws Error of the system when the disk fails: what was committed last may then be lost with the power
   */
  flush(): void {
    this.#file ??= openWritten(this.#path)
    fdatasyncSync(this.#file)
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }
}
