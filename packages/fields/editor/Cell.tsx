import { EmptyValue } from '../cells/EmptyValue.tsx'
import { TextValue } from '../cells/TextValue.tsx'
import type { CellProps } from '../viewContract.ts'
import { readHtml } from './browser/readHtml.ts'

const excerptLength = 195

const unseen = 'head, script, style, iframe, object, svg, template'
const blocks =
  'address, article, aside, blockquote, br, div, dd, dt, figure, h1, h2, h3, h4, h5, h6, hr, li, p, pre, section, td, th, tr'

/** Returns the text of markup. */
function plainText(html: string): string {
  const body = readHtml(html)
  for (const element of body.querySelectorAll(unseen)) element.remove()
  for (const element of body.querySelectorAll(blocks)) element.append(' ')
  for (const lineBreak of body.querySelectorAll('br, hr')) lineBreak.replaceWith(' ')
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim()
}

export function Cell({ value, compact }: CellProps) {
  const text = typeof value === 'string' ? plainText(value) : ''
  return text === '' ? <EmptyValue /> : <TextValue text={text} compact={compact} length={excerptLength} />
}
