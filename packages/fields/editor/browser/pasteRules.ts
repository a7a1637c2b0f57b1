import { isImageAddress, isLinkAddress } from '../addresses.ts'
import { type Declarations, readStyle, styleValue, writeStyle } from '../styleText.ts'
import { holdsBlocks, isBlock } from './model/elements.ts'
import { readHtml } from './readHtml.ts'

/** Allowed tags with their allowed attributes. All other tags are replaced by their content. */
const kept: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    ['p', 'br', 'hr', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'li', 'pre', 'code'].map(tag => [tag, []]),
  ),
  ...Object.fromEntries(['b', 'strong', 'i', 'em', 'u', 's', 'strike', 'del', 'sub', 'sup', 'q', 'span'].map(tag => [tag, []])),
  ...Object.fromEntries(['table', 'thead', 'tbody', 'tfoot', 'tr'].map(tag => [tag, []])),
  ol: ['start'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  a: ['href', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
}

/** Elements that are removed with their content, because it is not text. */
const dropped =
  'script, style, head, title, meta, link, base, template, noscript, object, embed, iframe, frame, svg, math, ' +
  'video, audio, canvas, input, select, textarea, button, datalist, map, o\\:p'

/** Default text colors of pages, which carry no meaning for a part of the text. */
const ordinary =
  /^(?:black|white|windowtext|window|inherit|initial|unset|currentcolor|transparent|auto|#0{3}|#0{6}|#f{3}|#f{6}|rgba?\((?:0, ?0, ?0|255, ?255, ?255)(?:, ?[01])?\))$/i

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

/** Bold by default. Some editors wrap copied text in a `b` whose style resets the weight. */
const bold = 'strong, th, h1, h2, h3, h4, h5, h6, b:not([style*="font-weight:normal"], [style*="font-weight: normal"])'

/** Returns the tags that are equivalent to a style. */
function tagsOfStyle(style: Declarations, element: Element): string[] {
  const value = (property: string) => styleValue(style, property)?.toLowerCase() ?? ''
  const decoration = `${value('text-decoration')} ${value('text-decoration-line')}`
  return [
    /^(?:bold|bolder|[6-9]00)$/.test(value('font-weight')) && element.closest(bold) === null && 'strong',
    /^(?:italic|oblique)/.test(value('font-style')) && element.closest('i, em') === null && 'em',
    decoration.includes('underline') && element.closest('a, u') === null && 'u',
    decoration.includes('line-through') && element.closest('s, strike, del') === null && 's',
    value('vertical-align') === 'sub' && 'sub',
    value('vertical-align') === 'super' && 'sup',
  ].filter(tag => tag !== false)
}

/** Wraps the content of an element in tags. */
function wrapContent(element: Element, tags: readonly string[]): void {
  for (const tag of tags) {
    const wrapper = element.ownerDocument.createElement(tag)
    wrapper.append(...element.childNodes)
    element.append(wrapper)
  }
}

const colorsOf = (style: Declarations): Declarations =>
  ['color', 'background-color'].flatMap(property => {
    const value = styleValue(style, property)
    return value === undefined || ordinary.test(value) ? [] : [[property, value] as const]
  })

const aligned = ['left', 'center', 'right', 'justify']

interface PasteOptions {
  /** Whether the text was copied from this editor, so that everything the toolbar can set is kept. */
  isOurs: boolean
  isImageKept: (address: string) => boolean
}

function cleanAttributes(element: Element, style: Declarations, { isOurs }: PasteOptions): void {
  const names = [...(kept[element.localName] ?? []), ...(isOurs ? ['data-pm-slice', 'dir', 'target', 'rel'] : [])]
  const language = [...element.classList].find(name => name.startsWith('language-'))
  for (const { name } of [...element.attributes]) if (!names.includes(name)) element.removeAttribute(name)
  if (element.localName === 'code' && language) element.setAttribute('class', language)
  const colors = element.localName === 'span' ? colorsOf(style) : []
  const align = isOurs ? style.filter(([property, value]) => property === 'text-align' && aligned.includes(value)) : []
  if (colors.length + align.length > 0) element.setAttribute('style', writeStyle([...colors, ...align]))
}

/** Keeps, renames or unwraps an element, after its style has been converted to tags. */
function fateOf(
  element: Element,
  isLoose: boolean,
  { isImageKept }: PasteOptions,
): 'stays' | 'goes' | 'becomes a line' | 'unwrapped' {
  const name = element.localName
  if (name === 'img') return isImageKept(element.getAttribute('src') ?? '') ? 'stays' : 'goes'
  if (name === 'a' && !isLinkAddress(element.getAttribute('href') ?? '')) return 'unwrapped'
  if (name in kept && !isLoose) return 'stays'
  // A block with inline content becomes a paragraph.
  return isBlock(element) && !holdsBlocks(element) && element.childNodes.length > 0 ? 'becomes a line' : 'unwrapped'
}

function cleanElement(element: Element, options: PasteOptions): void {
  const style = readStyle(element.getAttribute('style') ?? '')
  const isLoose = element.localName === 'b' && styleValue(style, 'font-weight') === 'normal'
  if (!isBlock(element)) wrapContent(element, tagsOfStyle(style, element))
  const fate = fateOf(element, isLoose, options)
  if (fate === 'goes') element.remove()
  else if (fate === 'unwrapped') unwrap(element)
  else if (fate === 'becomes a line') rename(element, 'p')
  else {
    cleanAttributes(element, style, options)
    if (element.localName === 'span' && !element.hasAttribute('style')) unwrap(element)
  }
}

/** The attribute that the editor adds to copied HTML tells how to insert it. Its content is not trusted. */
function safeSliceMark(mark: string): string {
  const [, opening, context = '[]'] = /^(\d+ \d+(?: -\d+)?) (.*)$/.exec(mark) ?? []
  if (opening === undefined) return ''
  try {
    const wrappers: unknown = JSON.parse(context)
    const names = Array.isArray(wrappers) ? wrappers.filter(entry => typeof entry === 'string') : []
    return `${opening} ${JSON.stringify(names.flatMap(name => [name, null]))}`
  } catch {
    return ''
  }
}

export interface PastedHtml {
  html: string
  /** The number of dropped images. */
  leftOut: number
}

/**
 * Reduces pasted HTML to the elements that the editor supports. Images with a web URL are kept; images that are embedded as data
 * or stored on another computer are dropped and counted.
 */
export function cleanPastedHtml(html: string): PastedHtml {
  const body = readHtml(html)
  const marked = body.querySelector('[data-pm-slice]')
  const isOurs = marked !== null
  if (marked) marked.setAttribute('data-pm-slice', safeSliceMark(marked.getAttribute('data-pm-slice') ?? ''))
  let leftOut = 0
  const isImageKept = (address: string) => {
    const isKept = isImageAddress(address) && (isOurs || !/^\s*data:/i.test(address))
    if (!isKept) leftOut++
    return isKept
  }
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const comments: Node[] = []
  while (walker.nextNode()) comments.push(walker.currentNode)
  for (const node of [...comments, ...body.querySelectorAll(dropped)]) node.parentNode?.removeChild(node)
  // Innermost elements first, so that unwrapped content is already clean.
  for (const element of [...body.querySelectorAll('*')].reverse()) cleanElement(element, { isOurs, isImageKept })
  return { html: body.innerHTML, leftOut }
}
