import type { Span } from './tree.ts'

/** Thrown when a filter, a sort or a field list cannot be parsed. Has the position of the error in the text. */
export class FilterError extends Error {
  readonly span: Span

  constructor(message: string, span: Span) {
    super(message)
    this.name = 'FilterError'
    this.span = span
  }
}
