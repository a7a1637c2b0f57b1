import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const sync = promisify(fdatasync)

/** Opens a file that is about to be synced. The name of a new one has to be on disk as well, or its content cannot be found. */
const openWritten = (path: string): number => {
  const folder = openSync(dirname(path), 'r')
  fsyncSync(folder)
  closeSync(folder)
  // SQLite keeps its locks on other files, so this one may be opened and closed beside it.
  return openSync(path, 'r+')
}

/**
 * Brings the write-ahead log of a database onto the disk, beside whatever its thread does meanwhile: SQLite itself would hold up
 * each commit for it. One flush serves all commits that came before it began.
 */
export class WalSync {
  readonly #path: string
  #file: number | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  /** @param path of the database; its log has to be there once something has been committed */
  constructor(path: string) {
    this.#path = `${path}-wal`
  }

  /**
   * Settles when everything that was committed before the call is on disk.
   * @throws Error of the system when the disk fails: what was committed last may then be lost with the power
   */
  flushed(): Promise<void> {
    if (!this.#running) return this.#start()
    // The flush under way may have begun before the last commit.
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    )
    return this.#next
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    while (this.#running) await (this.#next ?? this.#running).catch(() => undefined)
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #start(): Promise<void> {
    this.#next = undefined
    this.#file ??= openWritten(this.#path)
    const running = sync(this.#file).finally(() => {
      if (this.#running === running) this.#running = undefined
    })
    this.#running = running
    return running
  }
}
