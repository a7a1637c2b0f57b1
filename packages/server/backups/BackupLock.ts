import { Rejection } from '../errors/Rejection.ts'

/** A lock that allows one backup or restore at a time. It is not part of the served site, because a restore replaces that. */
export class BackupLock {
  readonly #watchers = new Set<(isLocked: boolean) => void>()
  #holder: string | undefined

  /** Name of the backup that is being created or restored. */
  get current(): string | undefined {
    return this.#holder
  }

  /**
   * Acquires the lock. The returned function releases it.
   * @throws Rejection `conflict` if the lock is taken
   */
  acquire(name: string): () => void {
    if (this.#holder !== undefined) {
      const message = 'Try again later - another backup/restore process has already been started.'
      throw new Rejection('conflict', { message })
    }
    this.#set(name)
    return () => this.#set(undefined)
  }

  /** Calls a listener now and whenever the lock is acquired or released. The returned function removes the listener. */
  watch(watcher: (isLocked: boolean) => void): () => void {
    this.#watchers.add(watcher)
    watcher(this.#holder !== undefined)
    return () => this.#watchers.delete(watcher)
  }

  #set(name: string | undefined): void {
    this.#holder = name
    for (const watcher of this.#watchers) watcher(name !== undefined)
  }
}
