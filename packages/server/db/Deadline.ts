/** The time at which a statement must end, as a bound value. Two deadlines are the same to a cache that has bound values in its keys. */
export class Deadline {
  /** Milliseconds on the `performance` clock of this thread. */
  readonly at: number

  constructor(at: number) {
    this.at = at
  }

  toString(): string {
    return 'deadline'
  }

  /** Returns the milliseconds that remain when the statement is sent. The library `pg` calls this method. */
  toPostgres(): number {
    return Math.max(0, this.at - performance.now())
  }
}
