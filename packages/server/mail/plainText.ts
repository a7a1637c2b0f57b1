import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Elements whose content is not read. */
const unread = words('style script iframe applet object svg img button form textarea input select option template')

/** Elements that do not begin a line. */
const inline = words('a span small strike strong sub sup em b u i')

/** Still to be read: a node, or what to do once all inside of an element has been. */
type Pending = Tree.ChildNode | (() => void)

/** Writes lines of text. */
class Lines {
  text = ''
  hasContent = false

  breakLine(): void {
    this.text += '\r\n'
    this.hasContent = false
  }

  write(words: string): void {
    const added = this.hasContent ? words : words.trimStart()
    this.text += added
    this.hasContent ||= added !== ''
  }
}

const hrefOf = ({ attrs }: Tree.Element): string => attrs.find(({ name }) => name === 'href')?.value ?? ''

/** What precedes the content of an element, and what closes it. */
const open = (element: Tree.Element, lines: Lines): (() => void) | undefined => {
  const { nodeName } = element
  if (nodeName === 'br') lines.breakLine()
  else if (!inline.has(nodeName) && lines.hasContent) lines.breakLine()
  if (nodeName === 'li') lines.text += '- '
  if (nodeName !== 'a') return undefined
  lines.text += '['
  const start = lines.text.length
  return () => {
    const href = hrefOf(element)
    if (lines.text.slice(start).trim() === '') lines.text += 'LINK'
    lines.text += href === '' ? ']' : `](${href})`
  }
}

/** The text of a mail's HTML: lines for blocks, `- ` before items of lists, links as `[text](address)`. */
export const plainText = (html: string): string => {
  const lines = new Lines()
  // The next one last: markup may be nested deeper than calls may be.
  const pending: Pending[] = parse(html, { scriptingEnabled: false }).childNodes.toReversed()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'function') next()
    else if (next.nodeName === '#text' && 'value' in next) lines.write(next.value.replace(/\s+/g, ' '))
    else if ('childNodes' in next && !unread.has(next.nodeName)) {
      const close = open(next, lines)
      if (close) pending.push(close)
      pending.push(...next.childNodes.toReversed())
    }
  }
  return lines.text.trim()
}
