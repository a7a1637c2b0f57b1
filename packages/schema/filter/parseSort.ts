import { FilterError } from './FilterError.ts'
import type { Span } from './tree.ts'

/** One key of a sort: a field path, or `@random`. */
export type SortItem = { kind: 'field'; name: string; descending: boolean; span: Span } | { kind: 'random'; span: Span }

/** Parses a sort such as `-created,author.name`. Empty text has no keys. Throws a FilterError for an empty key. */
export function parseSort(source: string): SortItem[] {
  if (source === '') return []
  let start = 0
  return source.split(',').map(part => {
    const span = { start, end: start + part.length }
    start = span.end + 1
    const key = part.trim()
    const descending = key.startsWith('-')
    const name = descending || key.startsWith('+') ? key.slice(1) : key
    if (name === '') throw new FilterError('Expected a field to sort by.', span)
    return name === '@random' ? { kind: 'random', span } : { kind: 'field', name, descending, span }
  })
}
