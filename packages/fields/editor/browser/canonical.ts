import { inertPrefix } from '../makeInert.ts'
import { readStyle } from '../styleText.ts'
import { isBlank, isBlock } from './model/elements.ts'

/** An inline format: an element, with attributes that distinguish it. */
interface Format {
  tag: string
  text: string
  element: Element
  /** Whether two adjacent elements differ from one element around both. */
  isBounded: boolean
}

interface Piece {
  /** Text, or a placeholder for another inline node. */
  text: string
  isText: boolean
  formats: readonly Format[]
  keepsSpaces: boolean
}

const plainFormats = new Set(['strong', 'b', 'em', 'i', 'u', 's', 'strike', 'del', 'sub', 'sup', 'span'])
const defaults: Record<string, Record<string, string>> = {
  ol: { start: '1' },
  td: { colspan: '1', rowspan: '1' },
  th: { colspan: '1', rowspan: '1' },
}

const canonicalStyle = (text: string): string =>
  readStyle(text)
    .map(([property, value]) => `${property}:${value.replace(/\s+/g, ' ').toLowerCase()}`)
    .sort()
    .join(';')

function canonicalValue(name: string, value: string): string {
  if (name === 'style') return canonicalStyle(value)
  if (name === 'class') return (value.match(/\S+/g) ?? []).sort().join(' ')
  return name === 'dir' ? value.toLowerCase() : value
}

const nameOf = (name: string) => (name.startsWith(inertPrefix) ? name.slice(inertPrefix.length) : name)

/** Returns the meaningful attributes in a fixed order. */
export function canonicalAttributes(element: Element): [name: string, value: string][] {
  return [...element.attributes]
    .map(({ name, value }): [string, string] => [nameOf(name), canonicalValue(name, value)])
    .filter(
      ([name, value]) => defaults[element.localName]?.[name] !== value && !(value === '' && ['class', 'style'].includes(name)),
    )
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

const preserves = (element: Element): boolean =>
  element.localName === 'pre' || /white-space\s*:\s*(?:pre|break)/i.test(element.getAttribute('style') ?? '')

function formatOf(element: Element): Format {
  const attributes = canonicalAttributes(element)
  const isPlain = plainFormats.has(element.localName) && attributes.every(([name]) => name === 'style')
  return { tag: element.localName, text: JSON.stringify([element.localName, attributes]), element, isBounded: !isPlain }
}

/** Returns the pieces of a line, independent of how its formats are nested. */
function canonicalLine(pieces: readonly Piece[]): unknown[] {
  const kept = collapseSpaces(pieces).filter(piece => piece.text !== '')
  const begun = new Set<Element>()
  const line: [text: string, ...formats: string[]][] = []
  let last: Piece | undefined
  for (const piece of kept) {
    const sorted = piece.formats.toSorted((a, b) => (a.tag < b.tag ? -1 : a.tag > b.tag ? 1 : 0))
    const isSame = last?.isText && piece.isText && hasSameFormats(last, piece)
    if (isSame) line[line.length - 1] = [`${line.at(-1)?.[0]}${piece.text}`, ...(line.at(-1)?.slice(1) ?? [])]
    else
      line.push([piece.text, ...sorted.map(format => (format.isBounded && !begun.has(format.element) ? '+' : '') + format.text)])
    for (const { element } of sorted) begun.add(element)
    last = piece
  }
  return line
}

const hasSameFormats = (a: Piece, b: Piece): boolean =>
  a.formats.length === b.formats.length &&
  a.formats.every(format =>
    b.formats.some(other => other.text === format.text && (!format.isBounded || other.element === format.element)),
  )

/** Collapses whitespace as browsers do: single spaces, none at the ends of a line. */
function collapseSpaces(pieces: readonly Piece[]): Piece[] {
  const collapsed: Piece[] = []
  let isSpaceDue = false
  for (const piece of pieces) {
    const isBreak = !piece.isText && piece.text.startsWith('<br')
    let text = piece.text
    if (piece.isText && !piece.keepsSpaces) {
      text = text.replace(/[ \t\r\n\f]+/g, ' ')
      if (!isSpaceDue) text = text.replace(/^ /, '')
    }
    if (isBreak) trimEnd(collapsed)
    if (text === '') continue
    isSpaceDue = !isBreak && !(piece.isText && text.endsWith(' '))
    collapsed.push({ ...piece, text })
  }
  trimEnd(collapsed)
  return collapsed
}

function trimEnd(pieces: Piece[]): void {
  const last = pieces.at(-1)
  if (last?.isText && !last.keepsSpaces) pieces[pieces.length - 1] = { ...last, text: last.text.replace(/ $/, '') }
}

/** Returns the content of a container: blocks as `[name, attributes, content]`, lines as pieces with their formats. */
function canonicalContent(container: Element, keepsSpaces: boolean): unknown[] {
  const items: unknown[] = []
  let pieces: Piece[] = []
  const endLine = () => {
    const line = canonicalLine(pieces)
    if (line.length > 0) items.push(line)
    pieces = []
  }
  const collect = (parent: Node, formats: readonly Format[], isKept: boolean) => {
    const add = (text: string, isText = false) => pieces.push({ text, isText, formats, keepsSpaces: isKept })
    for (const node of parent.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) add(node.textContent ?? '', true)
      else if (!(node instanceof Element)) add(`<!${node.textContent}>`)
      else if (isBlock(node)) {
        endLine()
        items.push([node.localName, canonicalAttributes(node), canonicalContent(node, isKept || preserves(node))])
      } else if (node.localName === 'br' || node.localName === 'img')
        pieces.push({
          text: `<${node.localName} ${JSON.stringify(canonicalAttributes(node))}`,
          isText: false,
          // The formats of a line break are invisible.
          formats: node.localName === 'br' ? [] : formats,
          keepsSpaces: isKept,
        })
      else {
        const format = formatOf(node)
        // A blank element without an image contains nothing that could have the format.
        if (format.isBounded && isBlank(node.textContent ?? '') && node.querySelector('img') === null) add(`<${format.text}`)
        collect(node, [...formats, format], isKept || preserves(node))
      }
    }
  }
  collect(container, [], keepsSpaces)
  endLine()
  return items
}

/**
 * What HTML says, without what makes no difference to a reader: white space that is not shown, the order of attributes, how
 * formats of the same text are nested. Two texts that say the same give the same canonical form.
 */
export function canonicalForm(body: Element): string {
  return JSON.stringify(canonicalContent(body, false))
}
