import { FilterError } from './FilterError.ts'
import type { Span } from './tree.ts'

/** A text cut to `max` bytes. */
export interface Excerpt {
  max: number
  withEllipsis: boolean
}

/** What to keep of an object: keys by name, each with what to keep below it; `*` stands for all keys not named. */
export interface FieldSelection {
  /** A path ends here, so everything below is kept. */
  whole: boolean
  excerpt?: Excerpt
  keys: Map<string, FieldSelection>
}

const quotes = '"\'`'

const endOfQuote = (source: string, start: number): number => {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === source[start]) return at
  }
  throw new FilterError(`The quote lacks its closing ${source[start]}.`, { start, end: source.length })
}

/** Cuts at the commas that stand outside of parentheses and quotes. */
const splitList = (source: string): Span[] => {
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
  if (unclosed !== undefined) throw new FilterError('This parenthesis is never closed.', { start: unclosed, end: source.length })
  return [...parts, { start, end: source.length }]
}

const readExcerpt = (modifier: string, span: Span): Excerpt => {
  const call = /^\s*excerpt\s*\(([^()]*)\)\s*$/.exec(modifier)
  if (!call) throw new FilterError('The only modifier of a field is excerpt(max, withEllipsis).', span)
  const [max = '', withEllipsis = '', ...more] = (call[1] ?? '').split(',').map(argument => argument.trim())
  if (!/^\d+$/.test(max) || Number(max) === 0 || more.length > 0) {
    throw new FilterError('An excerpt takes its largest length and, if wanted, true for an ellipsis.', span)
  }
  return { max: Number(max), withEllipsis: ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(withEllipsis) }
}

const emptySelection = (): FieldSelection => ({ whole: false, keys: new Map() })

const add = (selection: FieldSelection, path: string, excerpt: Excerpt | undefined): void => {
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
 * Reads a field list such as `id,body:excerpt(200,true),expand.author.name`. A list without fields selects everything:
 * undefined. Throws a FilterError for unclosed quotes and parentheses and for wrong modifiers.
 */
export const parseFields = (source: string): FieldSelection | undefined => {
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
