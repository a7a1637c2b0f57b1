import { getSchema } from '@tiptap/core'
import { DOMParser, type Node as DocumentNode } from '@tiptap/pm/model'
import { sourceWithoutOrigin, withoutOrigin } from '../addresses.ts'
import { HtmlWriter, isEmptyDocument } from './HtmlWriter.ts'
import { findLosses } from './losses.ts'
import { divisionNames, isBlank, isBlock } from './model/elements.ts'
import { extensions } from './model/extensions.ts'
import { bareMark } from './model/retainedAttributes.ts'
import { readHtml } from './readHtml.ts'

/** Stored HTML, parsed for the rich text editor. */
export interface RichDocument {
  html: string
  document: DocumentNode
  /** Names of what the editor would lose; empty if it preserves everything. */
  losses: readonly string[]
}

const schema = getSchema(extensions)

function addBareParagraph(container: Element, before: ChildNode | null): Element {
  const paragraph = container.ownerDocument.createElement('p')
  paragraph.setAttribute(bareMark, '')
  container.insertBefore(paragraph, before)
  return paragraph
}

/** Wraps text outside paragraphs in a paragraph, marked so that its tags are not written back. */
function wrapBareText(container: Element): void {
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

function parse(html: string): DocumentNode {
  const body = readHtml(html)
  if (!isBlank(html)) wrapBareText(body)
  return DOMParser.fromSchema(schema).parse(body)
}

/** Parses stored HTML and determines whether the editor can preserve it. */
export function readDocument(html: string): RichDocument {
  const document = parse(html)
  const written = isEmptyDocument(document) && isBlank(html) ? '' : new HtmlWriter().blocks(document)
  return { html, document, losses: findLosses(html, written) }
}

interface Source {
  /** Absent for text outside a block. */
  html: string | undefined
  /** Whitespace before the block. */
  gap: string
}

interface Sources {
  blocks: Source[]
  /** Whitespace at the end. */
  tail: string
}

/** The top-level blocks of HTML, with their source. */
function sourcesOf(html: string): Sources {
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

/** Serializes an edited document. Called after each change. */
export type WriteDocument = (document: DocumentNode) => string

/**
 * Creates the writer of an edited document. Without changes it returns exactly the original text, and unchanged blocks keep their
 * source.
 * @param origin the origin that is removed from URLs, for example `https://example.com`; absent to keep URLs absolute
 */
export function documentWriter({ html, losses }: RichDocument, begun: DocumentNode, origin: string | undefined): WriteDocument {
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
