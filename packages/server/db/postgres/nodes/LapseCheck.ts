import { DatabaseError } from '../../DatabaseError.ts'

/** Milliseconds after which a process or a database counts as suspended. No standby is promoted in less. */
const suspendedMs = 2_000

interface LapseCheckParts {
  /** Resolves with whether the session of the node still leads to the primary. */
  isOnPrimary: () => Promise<boolean>
  /** Asserts that the node can run beside the others, and use what is stored. @throws NodeMismatchError */
  assertFits: () => Promise<void>
}

/**
 * Checks a node whose lease has lapsed, before it serves again: a process or a database that was suspended does not know what has
 * happened since. A standby may have been promoted, and nodes with another version or key may have started without seeing this one.
 */
export class LapseCheck {
  readonly #parts: LapseCheckParts
  #isPending = false
  /** Whether the session was found to lead to the primary since the node has served. */
  #isOnPrimary = false

  constructor(parts: LapseCheckParts) {
    this.#parts = parts
  }

  /**
   * Called before each read, with the time since the last renewal of the lease. Looks for another primary after a suspension, before the
   * lease is renewed, because that can take longer than the lease. Returns undefined if there is nothing to check.
   */
  before(sinceRenewalMs: number): Promise<void> | undefined {
    const mustCheck = this.#isPending || sinceRenewalMs > suspendedMs
    return mustCheck && !this.#isOnPrimary ? this.#assertOnPrimary() : undefined
  }

  /**
   * Called after each renewal of the lease. From now on, nodes that start compare themselves with this one, so it compares itself with
   * those that have started before.
   * @param renewal.tookMs milliseconds until the database has answered, in which it can have been suspended
   * @param renewal.isForgotten whether nodes may have started without comparing themselves with this one
   * @throws NodeMismatchError if the node must end, DatabaseError if the check has to be repeated with another renewal
   */
  async after({ isForgotten, tookMs }: { isForgotten: boolean; tookMs: number }): Promise<void> {
    if (tookMs > suspendedMs) {
      this.#isPending = true
      this.#isOnPrimary = false
      throw new DatabaseError('unreachable', 'The lease of this node has lapsed.')
    }
    if (isForgotten) await this.#parts.assertFits()
  }

  /** Called when the node serves again. */
  done(): void {
    this.#isPending = false
    this.#isOnPrimary = false
  }

  async #assertOnPrimary(): Promise<void> {
    if (!(await this.#parts.isOnPrimary()))
      throw new DatabaseError('unreachable', 'The session of this node leads to a former primary.')
    this.#isOnPrimary = true
  }
}
