import type { Span } from '@coffer/schema'

/** Thrown for a filter or sort with valid syntax that does not fit its collection. Has the position in the text. */
export class QueryError extends Error {
  readonly span: Span
  /** The message of a 0.22 server, if it has one. */
  readonly reason: string | undefined

  constructor(message: string, span: Span, reason?: string) {
    super(message)
    this.name = 'QueryError'
    this.span = span
    this.reason = reason
  }
}

/** Thrown for an unknown name in a path. Behind `@request.auth` and `@request.data` such a path is null instead. */
export class UnknownNameError extends QueryError {}
