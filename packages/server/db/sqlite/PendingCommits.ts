import { printError } from '../../runtime/terminal.ts'
import type { Commit, CommitListener } from '../commits.ts'
import { UnsyncedError } from '../UnsyncedError.ts'

/** A commit that is not known to be on the disk yet. */
export interface PendingCommit {
  /** Its events, if it has any. */
  published: Commit | undefined
  /** Resolves the promises of its transactions. */
  settle: () => void
  /** Rejects them. */
  fail: (error: UnsyncedError) => void
}

interface Options {
  /** Syncs all commits to the disk; absent if a commit itself does. */
  flush: (() => Promise<void> | void) | undefined
  /** Called when a sync fails, before any commit is rejected. From then on, nothing may be committed until a recovery succeeds. */
  failed: (error: unknown) => void
  /** Returns the receiver of the events. */
  listener: () => CommitListener | undefined
}

/**
 * Syncs commits to the disk while further transactions run. A commit is settled, and its events are published, in the order of the
 * commits and once a sync has succeeded that began after it. Commits that end while a sync runs share the next one. If a sync fails,
 * all pending commits fail, because they are in the log behind pages that may be missing.
 */
export class PendingCommits {
  readonly #options: Options
  #pending: PendingCommit[] = []
  /** The commits of the sync that runs. */
  #synced: PendingCommit[] = []
  #syncing: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Takes on a commit that has just ended. */
  add(commit: PendingCommit): void {
    if (!this.#options.flush) {
      this.#settle([commit])
      return
    }
    this.#pending.push(commit)
    this.#syncing ??= this.#syncAll(this.#options.flush)
  }

  /** Calls `settle` once all commits so far are on the disk, at once if none is pending, or `fail` if one of them fails. */
  afterAll(settle: () => void, fail: (error: UnsyncedError) => void): void {
    if (!this.#syncing) {
      settle()
      return
    }
    // If no commit waits for another sync, the end of the one that runs is enough.
    const last = this.#pending.length > 0 ? this.#pending : this.#synced
    last.push({ published: undefined, settle, fail })
  }

  /** Waits until no commit is pending and no sync runs. */
  async settled(): Promise<void> {
    await this.#syncing
  }

  async #syncAll(flush: NonNullable<Options['flush']>): Promise<void> {
    // `#syncing` is set before anything can fail.
    await undefined
    while (this.#pending.length > 0) {
      this.#synced = this.#pending
      this.#pending = []
      try {
        await flush()
      } catch (error) {
        this.#options.failed(error)
        this.#fail([...this.#synced, ...this.#pending.splice(0)], error)
        continue
      }
      this.#settle(this.#synced)
    }
    this.#synced = []
    this.#syncing = undefined
  }

  #settle(commits: readonly PendingCommit[]): void {
    for (const { published, settle } of commits) {
      if (published) this.#publish(published)
      settle()
    }
  }

  /** Publishes the events of a commit. If publishing fails, clients load everything again, because the commit is already stored. */
  #publish(commit: Commit): void {
    const listener = this.#options.listener()
    if (!listener || this.#attempt(() => listener.committed(commit))) return
    this.#attempt(() => listener.committed({ ...commit, events: [] }))
    this.#attempt(() => listener.lost())
  }

  /** Calls the listener. Prints its error, which must not stop the commits that follow. Returns whether there was none. */
  #attempt(call: () => void): boolean {
    try {
      call()
      return true
    } catch (error) {
      printError`Error: The events of a change could not be published. ${error}`
      return false
    }
  }

  #fail(commits: readonly PendingCommit[], cause: unknown): void {
    const listener = this.#options.listener()
    for (const { published } of commits) if (published) this.#attempt(() => listener?.committed({ ...published, events: [] }))
    this.#attempt(() => listener?.lost())
    const error = new UnsyncedError(cause, { isOutcomeUnknown: true })
    for (const { fail } of commits) fail(error)
  }
}
