import type { NodeCommit } from '../../nodes.ts'

interface OwnCommit {
  commit: NodeCommit
  delivered: PromiseWithResolvers<void>
  isCommitted: boolean
}

/** The commits of a node that its log has not reached. They stay in memory, so the log need not return them. */
export class OwnCommits {
  readonly #commits = new Map<string, OwnCommit>()
  /** The commits whose outcome could not be found out. */
  readonly #unknown = new Set<string>()
  readonly #deliver: (commit: NodeCommit) => void
  readonly #isPassed: (xid: string) => boolean

  /** @param isPassed returns whether the log begins its next read after a commit, and so never returns it again */
  constructor(deliver: (commit: NodeCommit) => void, isPassed: (xid: string) => boolean) {
    this.#deliver = deliver
    this.#isPassed = isPassed
  }

  /** Adds a commit before it is sent, because the log can reach it before PostgreSQL has answered. */
  begin(xid: string, commit: NodeCommit): void {
    this.#commits.set(xid, { commit, delivered: Promise.withResolvers(), isCommitted: false })
  }

  /** Forgets a commit that has failed. */
  cancel(xid: string): void {
    this.#commits.delete(xid)
  }

  /** Marks a commit whose outcome is unknown. It can still become visible, so it stays until the log has passed it. */
  markUnknown(xid: string): void {
    this.#unknown.add(xid)
  }

  /** Forgets the commits with an unknown outcome that the log never returns: they have failed, or the consumers have recovered since. */
  forgetUnknown(): void {
    for (const xid of this.#unknown) {
      if (!this.#isPassed(xid)) continue
      this.#unknown.delete(xid)
      this.#commits.delete(xid)
    }
  }

  /** Marks a commit as being on disk. Resolves when it has been delivered. */
  settle(xid: string): Promise<void> {
    const own = this.#commits.get(xid)
    // The log has already reached it.
    if (!own) return Promise.resolve()
    own.isCommitted = true
    // The outcome of a lost COMMIT can become known after the log has begun at a later position.
    if (this.#isPassed(xid)) this.deliver(xid)
    return own.delivered.promise
  }

  /** Delivers a commit. Its request goes on even if that fails, because the commit is on disk. */
  deliver(xid: string): void {
    const own = this.#commits.get(xid)
    if (!own) return
    this.#commits.delete(xid)
    try {
      this.#deliver(own.commit)
    } finally {
      own.delivered.resolve()
    }
  }

  /**
   * Delivers all commits that are known to be on disk, because the log will not reach them.
   * @throws the first error, after all others were delivered
   */
  deliverCommitted(): void {
    const errors: unknown[] = []
    for (const [xid, { isCommitted }] of this.#commits) {
      if (!isCommitted) continue
      try {
        this.deliver(xid)
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }
}
