import type { ByteRange } from '../storage/Storage.ts'

/** A parsed Range header: the whole file, parts of it, a syntax error, or only parts outside of the file. */
export type ParsedRange =
  | { kind: 'whole' }
  | { kind: 'parts'; parts: [ByteRange, ...ByteRange[]] }
  | { kind: 'unreadable' | 'outside' }

const partPattern = /^(\d*)-(\d*)$/

function parsePart(text: string, size: number): ByteRange | 'unreadable' | 'outside' {
  const match = partPattern.exec(text.trim())
  if (!match || (match[1] === '' && match[2] === '')) return 'unreadable'
  const [, first = '', last = ''] = match
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'unreadable'
  if (start >= size) return 'outside'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

/** Maximum number of parts in a response. Each part needs its own read and its own headers. */
const maxParts = 100

/**
 * Parses a Range header (RFC 9110) for a file of `size` bytes. More than 100 parts, and parts that are longer than the file in
 * total, select the whole file.
 */
export function parseRange(header: string | undefined, size: number): ParsedRange {
  if (header === undefined || header === '' || size === 0) return { kind: 'whole' }
  if (!header.startsWith('bytes=')) return { kind: 'unreadable' }
  const parts: ByteRange[] = []
  let isOutside = false
  for (const text of header.slice('bytes='.length).split(',')) {
    if (text.trim() === '') continue
    const part = parsePart(text, size)
    if (part === 'unreadable') return { kind: 'unreadable' }
    if (part === 'outside') isOutside = true
    else parts.push(part)
  }
  const [first, ...more] = parts
  if (!first) return { kind: isOutside ? 'outside' : 'whole' }
  const total = parts.reduce((sum, { start, end }) => sum + end - start + 1, 0)
  return total > size || parts.length > maxParts ? { kind: 'whole' } : { kind: 'parts', parts: [first, ...more] }
}
