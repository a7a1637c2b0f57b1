import type { Span } from '@coffer/schema'

/** Why a filter or sort that can be read cannot be asked of a collection, and where in its text. */
export class QueryError extends Error {
  readonly span: Span
  /** The same in the words of 0.22 servers, where they have some. */
  readonly reason: string | undefined

  constructor(message: string, span: Span, reason?: string) {
    super(message)
    this.name = 'QueryError'
    this.span = span
    this.reason = reason
  }
}

/** A path that leads nowhere. Behind `@request.auth` and `@request.data` it is null instead of an error. */
export class UnknownNameError extends QueryError {}
