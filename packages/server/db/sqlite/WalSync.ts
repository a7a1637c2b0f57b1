import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const syncData = promisify(fdatasync)

/** Opens a file for syncing. Syncs its folder first, because a new file could otherwise be missing after a power loss. */
function openForSync(path: string): number {
  const folder = openSync(dirname(path), 'r')
  fsyncSync(folder)
  closeSync(folder)
  // SQLite has no locks on the log file, so opening and closing it here does not release any.
  return openSync(path, 'r+')
}

/**
 * Syncs the write-ahead log of a database to the disk with fdatasync. SQLite's own sync also writes the timestamps of the file.
 */
export class WalSync {
  readonly #path: string
  #file: number | undefined

  /** @param path path of the database; its log has to exist after the first commit */
  constructor(path: string) {
    this.#path = `${path}-wal`
  }

  /**
   * Syncs all commits to the disk, outside of this thread.
   * @throws Error of the system when the sync fails; the last commits could then be lost in a power loss
   */
  async flush(): Promise<void> {
    this.#file ??= openForSync(this.#path)
    await syncData(this.#file)
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }
}
