import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Elements whose content is skipped. */
const unread = words('style script iframe applet object svg img button form textarea input select option template')

/** Inline elements, which do not start a new line. */
const inline = words('a span small strike strong sub sup em b u i')

/** A pending step: a node to read, or an action after all content of an element. */
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

/** Returns the text before the content of an element, and the action after it. */
function open(element: Tree.Element, lines: Lines): (() => void) | undefined {
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

/** Converts a mail's HTML to text: lines for blocks, `- ` before list items, links as `[text](url)`. */
export function plainText(html: string): string {
  const lines = new Lines()
  // An explicit stack, next step last: recursion would overflow the call stack on deeply nested markup.
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
