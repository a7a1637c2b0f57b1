import { parseBoolean } from '@coffer/fields'
import { FilterError } from './FilterError.ts'
import type { Span } from './tree.ts'

/** The `:excerpt` modifier: text cut to `max` bytes. */
export interface Excerpt {
  max: number
  withEllipsis: boolean
}

/** The selected keys of an object, each with its own nested selection; `*` stands for all keys that are not listed. */
export interface FieldSelection {
  /** Whether a path ends here, so that everything below is selected. */
  whole: boolean
  excerpt?: Excerpt
  keys: Map<string, FieldSelection>
}

const quotes = '"\'`'

function endOfQuote(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === source[start]) return at
  }
  throw new FilterError(`Missing closing ${source[start]}.`, { start, end: source.length })
}

/** Splits at the commas outside parentheses and quotes. */
function splitList(source: string): Span[] {
  const parts: Span[] = []
  let start = 0
  const open: number[] = []
  for (let at = 0; at < source.length; at++) {
    const sign = source[at] as string
    if (quotes.includes(sign)) at = endOfQuote(source, at)
    else if (sign === '(') open.push(at)
    else if (sign === ')') open.pop()
    else if (sign === ',' && open.length === 0) {
      parts.push({ start, end: at })
      start = at + 1
    }
  }
  const unclosed = open[0]
  if (unclosed !== undefined) throw new FilterError('Missing closing ).', { start: unclosed, end: source.length })
  return [...parts, { start, end: source.length }]
}

function readExcerpt(modifier: string, span: Span): Excerpt {
  const call = /^\s*excerpt\s*\(([^()]*)\)\s*$/.exec(modifier)
  if (!call) throw new FilterError('The only supported modifier is :excerpt(max, withEllipsis).', span)
  const [max = '', withEllipsis = '', ...more] = (call[1] ?? '').split(',').map(argument => argument.trim())
  if (!/^\d+$/.test(max) || Number(max) === 0 || more.length > 0) {
    throw new FilterError(':excerpt takes a maximum length and optionally true for an ellipsis.', span)
  }
  return { max: Number(max), withEllipsis: parseBoolean(withEllipsis) === true }
}

const emptySelection = (): FieldSelection => ({ whole: false, keys: new Map() })

function add(selection: FieldSelection, path: string, excerpt: Excerpt | undefined): void {
  let at = selection
  for (const key of path.split('.')) {
    const next = at.keys.get(key) ?? emptySelection()
    at.keys.set(key, next)
    at = next
  }
  at.whole = true
  if (excerpt) at.excerpt = excerpt
}

/**
 * Parses a field list such as `id,body:excerpt(200,true),expand.author.name`. Returns undefined for an empty list, which selects
 * everything. Throws a FilterError for unclosed quotes or parentheses and for invalid modifiers.
 */
export function parseFields(source: string): FieldSelection | undefined {
  const selection = emptySelection()
  for (const span of splitList(source)) {
    const part = source.slice(span.start, span.end).trim()
    if (part === '') continue
    const colon = part.indexOf(':')
    const excerpt = colon < 0 ? undefined : readExcerpt(part.slice(colon + 1), span)
    add(selection, colon < 0 ? part : part.slice(0, colon), excerpt)
  }
  return selection.keys.size > 0 ? selection : undefined
}
