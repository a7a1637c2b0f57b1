import { getSchema } from '@tiptap/core'
import { DOMParser, type Node as DocumentNode } from '@tiptap/pm/model'
import { sourceWithoutOrigin, withoutOrigin } from '../addresses.ts'
import { HtmlWriter, isEmptyDocument } from './HtmlWriter.ts'
import { findLosses } from './losses.ts'
import { divisionNames, isBlank, isBlock } from './model/elements.ts'
import { extensions } from './model/extensions.ts'
import { bareMark } from './model/keptAttributes.ts'
import { readHtml } from './readHtml.ts'

/** Stored HTML as the rich text editor reads it. */
export interface RichDocument {
  html: string
  document: DocumentNode
  /** What the editor would lose of it, in words; empty when it keeps everything. */
  losses: readonly string[]
}

const schema = getSchema(extensions)

const addBareParagraph = (container: Element, before: ChildNode | null): Element => {
  const paragraph = container.ownerDocument.createElement('p')
  paragraph.setAttribute(bareMark, '')
  container.insertBefore(paragraph, before)
  return paragraph
}

/** Gives text that stands beside or instead of paragraphs one of its own, marked so that its tags are not written. */
const wrapBareText = (container: Element): void => {
  let paragraph: Element | undefined
  for (const node of [...container.childNodes]) {
    if (node instanceof Element && isBlock(node)) {
      paragraph = undefined
      if (node.localName === 'blockquote' || divisionNames.includes(node.localName)) wrapBareText(node)
    } else if (paragraph || node instanceof Element || !isBlank(node.textContent ?? '')) {
      paragraph ??= addBareParagraph(container, node)
      paragraph.append(node)
    }
  }
  if (container.firstElementChild === null) addBareParagraph(container, null)
}

const parse = (html: string): DocumentNode => {
  const body = readHtml(html)
  if (!isBlank(html)) wrapBareText(body)
  return DOMParser.fromSchema(schema).parse(body)
}

/** Reads stored HTML and finds out whether the editor can keep it. */
export const readDocument = (html: string): RichDocument => {
  const document = parse(html)
  const written = isEmptyDocument(document) && isBlank(html) ? '' : new HtmlWriter().blocks(document)
  return { html, document, losses: findLosses(html, written) }
}

interface Source {
  /** Absent for text that stands in no block. */
  html: string | undefined
  /** White space in front of it. */
  gap: string
}

interface Sources {
  blocks: Source[]
  /** White space at the end. */
  tail: string
}

/** What stands at the top of HTML, as it is written there. */
const sourcesOf = (html: string): Sources => {
  const blocks: Source[] = []
  let gap = ''
  let isInLine = false
  for (const node of readHtml(html).childNodes) {
    if (node instanceof Element && isBlock(node)) {
      blocks.push({ html: node.outerHTML, gap })
      isInLine = false
      gap = ''
    } else if (isInLine) continue
    else if (node.nodeType === Node.TEXT_NODE && isBlank(node.textContent ?? '')) gap = node.textContent ?? ''
    else {
      blocks.push({ html: undefined, gap })
      isInLine = true
      gap = ''
    }
  }
  return { blocks, tail: gap }
}

/** Writes a document that is edited; called after each change. */
export type WriteDocument = (document: DocumentNode) => string

/**
 * Makes the writer of a document whose editing begins. As long as nothing differs it gives back the very text that was read, and
 * blocks that were not touched stay as they were written.
 * @param origin whose addresses are written without the server, e.g. `https://example.com`; absent where they stay whole
 */
export const documentWriter = (
  { html, losses }: RichDocument,
  begun: DocumentNode,
  origin: string | undefined,
): WriteDocument => {
  const writer = new HtmlWriter(origin === undefined ? {} : { address: address => withoutOrigin(address, origin) })
  const { blocks, tail } = losses.length === 0 ? sourcesOf(html) : { blocks: [], tail: '' }
  const isKnown = blocks.length === begun.childCount
  const places = new Map(isKnown ? begun.children.map((node, index) => [node, index]) : [])
  const usualGap = html === '' || blocks.some(({ gap }) => gap.includes('\n')) ? '\n' : ''

  const sourceAt = (node: DocumentNode | undefined, step = 0): Source | undefined => {
    const place = node && places.get(node)
    return place === undefined ? undefined : blocks[place + step]
  }
  const gapBefore = (node: DocumentNode, previous: DocumentNode): string =>
    (sourceAt(node) ?? sourceAt(previous, 1))?.gap ?? usualGap

  const writeBlock = (node: DocumentNode, parent: DocumentNode): string => {
    const source = sourceAt(node)?.html
    const isStale = source === undefined || (origin !== undefined && sourceWithoutOrigin(source, origin) !== source)
    return isStale ? writer.block(node, parent) : source
  }
  return document => {
    if (document.eq(begun)) return html
    if (isEmptyDocument(document)) return ''
    const written = document.children.map((node, index) => {
      const previous = document.maybeChild(index - 1)
      return (previous ? gapBefore(node, previous) : '') + writeBlock(node, document)
    })
    return written.join('') + (isKnown ? tail : '')
  }
}
