import type { ByteRange } from '../storage/Storage.ts'

/** What a Range header asks of a file: the whole, parts of it, or something that cannot be given. */
export type RangeAnswer =
  | { kind: 'whole' }
  | { kind: 'parts'; parts: [ByteRange, ...ByteRange[]] }
  | { kind: 'unreadable' | 'outside' }

const partPattern = /^(\d*)-(\d*)$/

const readPart = (text: string, size: number): ByteRange | 'unreadable' | 'outside' => {
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

/** Each part is read and headed by itself; who asks for very many has no use for them. */
const mostParts = 100

/**
 * Reads a Range header for a file of `size` bytes, as RFC 9110 has it; very many parts, and parts that together exceed the file,
 * bring the whole.
 */
export const readRange = (header: string | undefined, size: number): RangeAnswer => {
  if (header === undefined || header === '' || size === 0) return { kind: 'whole' }
  if (!header.startsWith('bytes=')) return { kind: 'unreadable' }
  const parts: ByteRange[] = []
  let isOutside = false
  for (const text of header.slice('bytes='.length).split(',')) {
    if (text.trim() === '') continue
    const part = readPart(text, size)
    if (part === 'unreadable') return { kind: 'unreadable' }
    if (part === 'outside') isOutside = true
    else parts.push(part)
  }
  const [first, ...more] = parts
  if (!first) return { kind: isOutside ? 'outside' : 'whole' }
  const total = parts.reduce((sum, { start, end }) => sum + end - start + 1, 0)
  return total > size || parts.length > mostParts ? { kind: 'whole' } : { kind: 'parts', parts: [first, ...more] }
}
