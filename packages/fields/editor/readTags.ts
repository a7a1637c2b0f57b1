interface Attribute {
  /** The tag name in lower case. */
  name: string
  /** The offset of the name in the source. */
  at: number
}

/** A token of HTML source: text, a tag with its name in lower case, or a comment or declaration. */
export type SourcePart =
  | { kind: 'text'; text: string }
  | { kind: 'start'; name: string; attributes: Attribute[] }
  | { kind: 'end' }
  | { kind: 'comment' }

interface ReadTag {
  end: number
  attributes: Attribute[]
}

/** Returns the first offset at which the sticky pattern no longer matches. */
function skip(html: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from
  return pattern.test(html) ? pattern.lastIndex : from
}

const betweenAttributes = /[\s/]+/y
const attributeName = /[^\s/>][^\s/>=]*/y
const spaces = /\s+/y
const bareValue = /[^\s>]+/y

/** Returns the end of an attribute value, if one follows the name. */
function valueEnd(html: string, nameEnd: number): number | undefined {
  const sign = skip(html, nameEnd, spaces)
  if (html.charAt(sign) !== '=') return nameEnd
  const start = skip(html, sign + 1, spaces)
  const quote = html.charAt(start)
  if (quote !== '"' && quote !== "'") return skip(html, start, bareValue)
  const end = html.indexOf(quote, start + 1)
  return end === -1 ? undefined : end + 1
}

/** Reads the attributes of a tag, starting after its name; undefined if the tag is not closed. */
function readTag(html: string, nameEnd: number): ReadTag | undefined {
  const attributes: Attribute[] = []
  let position: number | undefined = nameEnd
  while (position !== undefined) {
    const at = skip(html, position, betweenAttributes)
    if (at >= html.length) return undefined
    if (html.charAt(at) === '>') return { end: at + 1, attributes }
    const end = skip(html, at, attributeName)
    attributes.push({ name: html.slice(at, end).toLowerCase(), at })
    position = valueEnd(html, end)
  }
  return undefined
}

function commentEnd(html: string, start: number): number | undefined {
  const mark = html.startsWith('<!--', start) ? '-->' : '>'
  const end = html.indexOf(mark, start + 2)
  return end === -1 ? undefined : end + mark.length
}

const tagName = /[a-z][^\s/>]*/iy

/**
 * Tokenizes HTML source as written, without the repairs that a browser makes. Takes linear time for any input. An unclosed tag
 * and everything after it count as text.
 */
export function readTags(html: string): SourcePart[] {
  const parts: SourcePart[] = []
  let textStart = 0
  const take = (position: number, part: SourcePart, end: number): number => {
    if (position > textStart) parts.push({ kind: 'text', text: html.slice(textStart, position) })
    parts.push(part)
    textStart = end
    return end
  }
  for (let position = html.indexOf('<'); position !== -1; ) {
    const isEnd = html.charAt(position + 1) === '/'
    const nameStart = position + (isEnd ? 2 : 1)
    const nameEnd = skip(html, nameStart, tagName)
    let next = position + 1
    if (nameEnd > nameStart) {
      const tag = readTag(html, nameEnd)
      if (tag === undefined) break
      const name = html.slice(nameStart, nameEnd).toLowerCase()
      next = take(position, isEnd ? { kind: 'end' } : { kind: 'start', name, attributes: tag.attributes }, tag.end)
    } else if (/[!?]/.test(html.charAt(position + 1))) {
      const end = commentEnd(html, position)
      if (end === undefined) break
      next = take(position, { kind: 'comment' }, end)
    }
    position = html.indexOf('<', next)
  }
  if (textStart < html.length) parts.push({ kind: 'text', text: html.slice(textStart) })
  return parts
}
