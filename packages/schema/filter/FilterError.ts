import type { Span } from './tree.ts'

/** Why a filter, a sort or a field list cannot be read, and where in its text. */
export class FilterError extends Error {
  readonly span: Span

  constructor(message: string, span: Span) {
    super(message)
    this.name = 'FilterError'
    this.span = span
  }
}
