import type { Mark, Node } from '@tiptap/pm/model'
import { isLinkAddress } from '../addresses.ts'
import type { Declarations } from '../styleText.ts'
import { writeAttribute, writeCode, writeText } from '../writeText.ts'
import { tightNodes } from './model/paragraphs.ts'
import { mergeRetained, type RetainedAttributes } from './model/retainedAttributes.ts'

export interface SerializeOptions {
  /** Rewrites the URLs of links and images. */
  address?: (address: string) => string
}

type Attributes = Readonly<Record<string, unknown>>

interface Tag {
  name: string
  attributes: [string, string][]
}

const open = ({ name, attributes }: Tag): string =>
  `<${name}${attributes.map(([key, value]) => ` ${key}="${writeAttribute(value)}"`).join('')}>`

const wrap = (tag: Tag, content: string): string => `${open(tag)}${content}</${tag.name}>`

const tagOf = (
  name: string,
  retained: RetainedAttributes | null,
  attributes: Attributes = {},
  style: Declarations = [],
): Tag => ({
  name,
  attributes: mergeRetained(retained, attributes, style),
})

const declared = (property: string, value: unknown): Declarations => (value ? [[property, String(value)]] : [])

const preservesSpaces = (retained: RetainedAttributes | null): boolean =>
  /white-space\s*:\s*(?:pre|break)/i.test(retained?.style ?? '')

/** Returns the start tag of a block, including its direction and alignment. */
const blockTag = (name: string, { attrs }: Node, attributes: Attributes = {}): Tag =>
  tagOf(name, attrs.retained, { ...attributes, dir: attrs.dir }, declared('text-align', attrs.textAlign))

const isPlainParagraph = (node: Node): boolean => node.type.name === 'paragraph' && node.attrs.tag === 'p'

/** Whether a paragraph is written without tags. Only an only child can be, because siblings would run together. */
function isBare(node: Node, tag: Tag, parent: Node): boolean {
  const isWanted = node.attrs.isWrapped === false || (node.attrs.isWrapped === null && tightNodes.includes(parent.type.name))
  return (
    isWanted && isPlainParagraph(node) && tag.attributes.length === 0 && parent.children.filter(isPlainParagraph).length === 1
  )
}

/** Serializes a document of the rich text editor to HTML. */
export class HtmlWriter {
  readonly #address: (address: string) => string

  constructor({ address = text => text }: SerializeOptions = {}) {
    this.#address = address
  }

  /** Writes a block in the context of its parent. */
  block(node: Node, parent: Node): string {
    const { attrs } = node
    switch (node.type.name) {
      case 'paragraph':
        return this.#paragraph(node, parent)
      case 'heading':
        return wrap(blockTag(`h${attrs.level}`, node), this.#line(node))
      case 'codeBlock':
        return this.#codeBlock(node)
      case 'horizontalRule':
        return open(blockTag('hr', node))
      case 'table':
        return this.#table(node)
      default:
        return wrap(this.#container(node), this.blocks(node))
    }
  }

  blocks(parent: Node): string {
    return parent.children.map(child => this.block(child, parent)).join('')
  }

  #container(node: Node): Tag {
    const { attrs } = node
    switch (node.type.name) {
      case 'division':
        return blockTag(attrs.tag, node)
      case 'blockquote':
        return blockTag('blockquote', node)
      case 'bulletList':
        return blockTag('ul', node)
      case 'orderedList':
        return blockTag('ol', node, { start: attrs.start === 1 ? null : attrs.start })
      case 'listItem':
        return blockTag('li', node)
      case 'tableRow':
        return blockTag('tr', node)
      case 'tableCell':
      case 'tableHeader': {
        const spans = { colspan: attrs.colspan > 1 ? attrs.colspan : null, rowspan: attrs.rowspan > 1 ? attrs.rowspan : null }
        return blockTag(node.type.name === 'tableCell' ? 'td' : 'th', node, spans)
      }
      default:
        throw new Error(`There is no HTML for "${node.type.name}".`)
    }
  }

  #paragraph(node: Node, parent: Node): string {
    const tag = blockTag(node.attrs.tag, node)
    const content = this.#line(node)
    if (isBare(node, tag, parent)) return content
    // An empty paragraph has no height in a page, so it gets a line break.
    return wrap(tag, content === '' && !node.attrs.isHollow ? '<br>' : content)
  }

  #codeBlock(node: Node): string {
    const text = writeCode(node.textContent)
    const { code, hasCode, language } = node.attrs
    // HTML ignores the first line break after the tag.
    if (!hasCode) return wrap(blockTag('pre', node), text.startsWith('\n') ? `\n${text}` : text)
    return wrap(blockTag('pre', node), wrap(tagOf('code', code, { class: language && `language-${language}` }), text))
  }

  #table(table: Node): string {
    const columns = table.attrs.columns as RetainedAttributes[] | null
    const width = table.firstChild?.children.reduce((sum, cell) => sum + cell.attrs.colspan, 0)
    const columnTags = columns?.length === width ? columns?.map(column => open(tagOf('col', column))).join('') : undefined
    const sections = sectionsOf(table).map(({ name, rows }) =>
      wrap({ name, attributes: [] }, rows.map(row => this.block(row, table)).join('')),
    )
    return wrap(blockTag('table', table), (columnTags ? `<colgroup>${columnTags}</colgroup>` : '') + sections.join(''))
  }

  /** Writes the inline content of a block: text, breaks and images. */
  #line(block: Node): string {
    return this.#run(block.children, [], block)
  }

  /** Writes inline pieces. Formats that span more pieces are the outer elements. */
  #run(pieces: readonly Node[], written: readonly Mark[], block: Node): string {
    let html = ''
    for (let start = 0; start < pieces.length; ) {
      const { mark, end } = furthestMark(pieces, start, written)
      const run = pieces.slice(start, end)
      html += mark
        ? wrap(this.#markTag(mark), this.#run(run, [...written, mark], block))
        : run.map(piece => this.#piece(piece, block)).join('')
      start = end
    }
    return html
  }

  #piece(node: Node, block: Node): string {
    if (node.isText) {
      const showsSpaces = [block, ...node.marks].some(({ attrs }) => preservesSpaces(attrs.retained))
      return showsSpaces ? writeCode(node.text ?? '') : writeText(node.text ?? '', node === block.firstChild)
    }
    if (node.type.name === 'hardBreak') return open(tagOf('br', node.attrs.retained))
    const { src, alt, title, width, height, retained } = node.attrs
    return open(tagOf('img', retained, { src: this.#address(src), alt, title, width, height }))
  }

  #markTag({ type, attrs }: Mark): Tag {
    switch (type.name) {
      case 'textStyle':
        return tagOf('span', attrs.retained, {}, [
          ...declared('color', attrs.color),
          ...declared('background-color', attrs.backgroundColor),
        ])
      case 'link': {
        const href = isLinkAddress(String(attrs.href)) ? this.#address(attrs.href) : null
        return tagOf('a', attrs.retained, { href, target: attrs.target, rel: attrs.rel, class: attrs.class, title: attrs.title })
      }
      default:
        return tagOf(type.name === 'code' ? 'code' : attrs.tag, attrs.retained)
    }
  }
}

/** Finds the unwritten format that spans the most pieces from a position, and where it ends. */
function furthestMark(pieces: readonly Node[], start: number, written: readonly Mark[]): { mark: Mark | undefined; end: number } {
  let best: { mark: Mark | undefined; end: number } = { mark: undefined, end: start + 1 }
  for (const mark of pieces[start]?.marks ?? []) {
    if (written.some(other => other.eq(mark))) continue
    let end = start + 1
    while (pieces[end]?.marks.some(other => other.eq(mark))) end++
    if (best.mark === undefined || end > best.end) best = { mark, end }
  }
  return best
}

interface Section {
  name: string
  rows: Node[]
}

const isHeaderRow = (row: Node): boolean => row.childCount > 0 && row.children.every(cell => cell.type.name === 'tableHeader')

/** Groups the rows of a table: head first, foot last. */
function sectionsOf(table: Node): Section[] {
  const rows = table.children
  const isHead = (row: Node) => row.attrs.section === 'thead' || (row.attrs.section === null && isHeaderRow(row))
  const heads = rows.findIndex(row => !isHead(row))
  const bodyStart = heads === -1 ? rows.length : heads
  const bodyEnd = Math.max(bodyStart, rows.findLastIndex(row => row.attrs.section !== 'tfoot') + 1)
  const sections = [
    { name: 'thead', rows: rows.slice(0, bodyStart) },
    { name: 'tbody', rows: rows.slice(bodyStart, bodyEnd) },
    { name: 'tfoot', rows: rows.slice(bodyEnd) },
  ]
  return sections.filter(section => section.rows.length > 0)
}

/** Whether a document is empty. */
export function isEmptyDocument(document: Node): boolean {
  return document.childCount === 1 && document.firstChild?.type.name === 'paragraph' && document.firstChild.childCount === 0
}
