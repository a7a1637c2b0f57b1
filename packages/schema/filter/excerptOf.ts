import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Excerpt } from './parseFields.ts'

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Elements whose content is not read. */
const unread = words(
  'head style script iframe embed applet object svg img picture dialog template button form textarea input select option',
)

/** Elements that do not part words. */
const inline = words('a abbr acronym b bdo big br button cite code em i label q small span strong strike sub sup time')

/** The text of HTML, with a line break where a block begins or ends. */
const textOf = (html: string): string => {
  const pieces: string[] = []
  // The nodes still to be read, the next one last: markup may be nested deeper than calls may be.
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

const byteLength = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** The longest beginning that fits into `max` bytes of UTF-8. */
const cut = (text: string, max: number): string => {
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += byteLength(character)
    if (bytes > max) break
    end += character.length
  }
  return text.slice(0, end)
}

/** Elements that let later markup move or discard text that was already read. HTML with one of them is parsed as a whole. */
const unsettled = /<(table|title|noframes|noembed)/i

/** Characters of HTML that are parsed first. Each further attempt takes four times as many. */
const firstLength = 4096

/**
 * Yields the text of ever longer prefixes of an HTML value, and of all of it last. Each text is a prefix of the next.
 * A prefix ends after a `>`, so that no entity is cut in two.
 */
const prefixTexts = function* (html: string, max: number): Generator<string> {
  for (let length = Math.max(firstLength, 4 * max); length < html.length; length *= 4) {
    const prefix = html.slice(0, html.lastIndexOf('>', length) + 1)
    if (unsettled.test(prefix)) break
    yield textOf(prefix)
  }
  yield textOf(html)
}

const shorten = (text: string, max: number): { line: string; start: string } => {
  const line = text.replace(/[\t\n\v\f\r ]+/g, ' ').trim()
  return { line, start: cut(line, max) }
}

/** Returns the beginning of the text that an HTML value shows, without markup. Parses no more of the HTML than needed. */
export const excerptOf = (html: string, { max, withEllipsis }: Excerpt): string => {
  const texts = /[<&]/.test(html) ? prefixTexts(html, max) : [html]
  let whole = ''
  for (const text of texts) {
    const { line, start } = shorten(text, max)
    if (start.length < line.length) return `${start.trim()}${withEllipsis ? '...' : ''}`
    whole = line
  }
  return whole
}
