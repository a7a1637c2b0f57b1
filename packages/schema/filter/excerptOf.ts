import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Excerpt } from './parseFields.ts'

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Elements whose content is skipped. */
const unread = words(
  'head style script iframe embed applet object svg img picture dialog template button form textarea input select option',
)

/** Inline elements, which do not separate words. */
const inline = words('a abbr acronym b bdo big br button cite code em i label q small span strong strike sub sup time')

/** Returns the text of HTML nodes, with a line break where a block begins or ends. */
function textOf(html: string): string {
  const pieces: string[] = []
  // An explicit stack, next node last: recursion would overflow the call stack on deeply nested markup.
  const pending: (Tree.Node | string)[] = [parse(html, { scriptingEnabled: false })]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node === 'string') pieces.push(node)
    else if ('value' in node) pieces.push(node.value)
    else if ('childNodes' in node && !unread.has(node.nodeName)) {
      const edge = inline.has(node.nodeName) ? '' : '\n'
      pieces.push(edge)
      pending.push(edge)
      for (const child of node.childNodes.toReversed()) pending.push(child)
    }
  }
  return pieces.join('')
}

function byteLength(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** Returns the longest prefix that fits into `max` bytes of UTF-8. */
function cut(text: string, max: number): string {
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += byteLength(character)
    if (bytes > max) break
    end += character.length
  }
  return text.slice(0, end)
}

/** Elements whose later markup can move or discard text that was already read. HTML with one of them is parsed as a whole. */
const unsettled = /<(table|title|noframes|noembed)/i

/** Number of characters that the first attempt parses. Each further attempt parses four times as many. */
const firstLength = 4096

/**
 * Yields the text of longer and longer prefixes of an HTML value, and finally of all of it. Each text is a prefix of the next.
 * A prefix ends after a `>`, so that no entity is split.
 */
function* prefixTexts(html: string, max: number): Generator<string> {
  for (let length = Math.max(firstLength, 4 * max); length < html.length; length *= 4) {
    const prefix = html.slice(0, html.lastIndexOf('>', length) + 1)
    if (unsettled.test(prefix)) break
    yield textOf(prefix)
  }
  yield textOf(html)
}

function shorten(text: string, max: number): { line: string; start: string } {
  const line = text.replace(/[\t\n\v\f\r ]+/g, ' ').trim()
  return { line, start: cut(line, max) }
}

/** Returns the beginning of the visible text of an HTML value. Parses no more of the HTML than it needs. */
export function excerptOf(html: string, { max, withEllipsis }: Excerpt): string {
  const texts = /[<&]/.test(html) ? prefixTexts(html, max) : [html]
  let whole = ''
  for (const text of texts) {
    const { line, start } = shorten(text, max)
    if (start.length < line.length) return `${start.trim()}${withEllipsis ? '...' : ''}`
    whole = line
  }
  return whole
}
