import { readTags } from '../readTags.ts'
import { readStyle } from '../styleText.ts'
import { canonicalAttributes, canonicalForm } from './canonical.ts'
import { readHtml } from './readHtml.ts'

/** A count of everything in HTML that can be named. */
type Inventory = Map<string, number>

const count = (inventory: Inventory, name: string): void => void inventory.set(name, (inventory.get(name) ?? 0) + 1)

const inventoryOf = (body: Element): Inventory => {
  const inventory: Inventory = new Map()
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Element)) {
      count(inventory, 'a comment')
      continue
    }
    const tag = `<${node.localName}>`
    count(inventory, tag)
    for (const [name, value] of canonicalAttributes(node)) {
      if (name !== 'style') count(inventory, `the attribute ${name} of ${tag}`)
      else for (const [property] of readStyle(value)) count(inventory, `the style ${property} of ${tag}`)
    }
  }
  return inventory
}

/** What the first has more of than the second; an element that is gone whole stands for its attributes. */
const missing = (before: Inventory, after: Inventory): string[] => {
  const lost = [...before].filter(([name, times]) => (after.get(name) ?? 0) < times)
  const gone = lost.map(([name]) => name).filter(name => name.startsWith('<') && !after.has(name))
  return lost
    .filter(([name]) => !gone.some(tag => name !== tag && name.endsWith(` of ${tag}`)))
    .map(([name, times]) => {
      const difference = times - (after.get(name) ?? 0)
      return difference > 1 ? `${name} (${difference}×)` : name
    })
}

const words = (body: Element): string => (body.textContent ?? '').replace(/\s+/g, ' ').trim()

const begin = '\ue000'
const end = '\ue001'
const implied = new RegExp(`${begin}(?:tbody|colgroup)${end}`, 'g')

const squeeze = (stream: string): string => stream.replace(implied, '').replace(/\s+/g, '')

/** Starting tags and text in the order in which they are written. */
const writtenOrder = (html: string): string => {
  const stream = readTags(html)
    .map(part => {
      if (part.kind === 'text') return part.text.replaceAll('<', '&lt;')
      if (part.kind === 'start') return begin + part.name + end
      return part.kind === 'end' ? '' : `${begin}!${end}`
    })
    .join('')
  const area = document.createElement('textarea')
  // Within a text area references stand for their signs and nothing is markup.
  area.innerHTML = stream
  return squeeze(area.value)
}

/** Starting tags and text in the order in which a browser understands them. */
const understoodOrder = (body: Element): string => {
  let stream = ''
  const walker = document.createTreeWalker(body)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Element) stream += begin + node.localName + end
    else stream += node.nodeType === Node.TEXT_NODE ? node.textContent : `${begin}!${end}`
  }
  return squeeze(stream)
}

/** Whether a browser reads HTML as it is written, and drops and moves nothing to make sense of it. */
const isWellFormed = (html: string, body: Element): boolean => writtenOrder(html) === understoodOrder(body)

/** Names what stored HTML would lose if it were replaced by other HTML; empty when that says the same. */
export const findLosses = (html: string, written: string): string[] => {
  const before = readHtml(html)
  const after = readHtml(written)
  if (canonicalForm(before) === canonicalForm(after)) {
    return isWellFormed(html, before) ? [] : ['tags that are not closed or nested as HTML demands']
  }
  const [had, has] = [inventoryOf(before), inventoryOf(after)]
  const lost = missing(had, has)
  if (lost.length > 0) return lost
  if (words(before) !== words(after)) return ['some of the text']
  const added = missing(has, had)
  return added.length > 0 ? [`what stands outside of ${added.join(', ')}`] : ['the way in which tags are nested']
}
