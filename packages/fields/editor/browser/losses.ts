import { readTags } from '../readTags.ts'
import { readStyle } from '../styleText.ts'
import { canonicalAttributes, canonicalForm } from './canonical.ts'
import { readHtml } from './readHtml.ts'

/** Counts the elements and attributes of HTML by name. */
type Inventory = Map<string, number>

const count = (inventory: Inventory, name: string): void => void inventory.set(name, (inventory.get(name) ?? 0) + 1)

function inventoryOf(body: Element): Inventory {
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

/** Returns what the first count has more of than the second. A missing element implies its attributes. */
function missing(before: Inventory, after: Inventory): string[] {
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

/** Returns start tags and text in source order. */
function writtenOrder(html: string): string {
  const stream = readTags(html)
    .map(part => {
      if (part.kind === 'text') return part.text.replaceAll('<', '&lt;')
      if (part.kind === 'start') return begin + part.name + end
      return part.kind === 'end' ? '' : `${begin}!${end}`
    })
    .join('')
  const area = document.createElement('textarea')
  // A textarea decodes entities and treats everything else as text.
  area.innerHTML = stream
  return squeeze(area.value)
}

/** Returns start tags and text in the order of the parsed document. */
function understoodOrder(body: Element): string {
  let stream = ''
  const walker = document.createTreeWalker(body)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Element) stream += begin + node.localName + end
    else stream += node.nodeType === Node.TEXT_NODE ? node.textContent : `${begin}!${end}`
  }
  return squeeze(stream)
}

/** Whether a browser parses the HTML as written, without dropping or moving anything. */
const isWellFormed = (html: string, body: Element): boolean => writtenOrder(html) === understoodOrder(body)

/** Returns the names of what HTML would lose if it were replaced by other HTML; empty if both are equivalent. */
export function findLosses(html: string, written: string): string[] {
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
