import { toText } from '../text/toText.ts'

function isNormal(items: unknown[]): items is string[] {
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    if (typeof item !== 'string' || item === '' || !item.isWellFormed()) return false
  }
  return items.length < 2 || new Set(items).size === items.length
}

/** Whether a text can be a JSON array: only then does it begin with [, possibly after whitespace. */
function mayBeList(text: string): boolean {
  const first = text.charCodeAt(0)
  return first === 0x5b || ((first <= 0x20 || first > 0x7f) && /^\s*\[/.test(text))
}

function unique(items: unknown[]): string[] {
  if (isNormal(items)) return items
  const texts = new Set(items.map(toText))
  texts.delete('')
  return [...texts]
}

/** Returns the elements of a JSON array of strings; undefined for any other text. */
function listInText(text: string): unknown[] | undefined {
  if (!mayBeList(text)) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    const isTextList = Array.isArray(parsed) && parsed.every(item => typeof item === 'string' || item === null)
    return isTextList ? parsed : undefined
  } catch {
    return undefined
  }
}

/** Returns the unique, non-empty texts of a scalar, a list, or a JSON array as text. */
export function toList(input: unknown): string[] {
  if (Array.isArray(input)) return unique(input)
  const text = toText(input)
  if (text === '') return []
  return unique(listInText(text) ?? [text])
}

/** Returns the last text; '' if there is none. */
export function toLast(input: unknown): string {
  if (typeof input === 'string' && !mayBeList(input)) return input.toWellFormed()
  const last = toList(input).at(-1) ?? ''
  const inner = listInText(last)
  // A nested list would be read back differently after it is stored.
  return inner ? toLast(inner) : last
}
