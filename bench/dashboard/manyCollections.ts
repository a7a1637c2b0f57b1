import type { Browser, Page } from 'playwright-core'
import PocketBase from 'pocketbase'
import { signToken } from '../../test/harness/signToken.ts'
import { collectionsOf, fieldsOf } from '../collections/manyCollections.ts'
import { percentile } from '../harness/percentile.ts'
import { newContext, type Visitor } from './openBrowser.ts'

/** Number of collections, and number of fields in each. */
const collections = 200
const fields = 50
const openings = 5

/** Milliseconds from a key press in the sidebar search to its result, and until the collection editor shows all fields. */
export interface CollectionTimes {
  slowestKey: number
  firstOpening: number
  laterOpening: number
}

async function fill({ url, dataDir }: Visitor): Promise<void> {
  const client = new PocketBase(url)
  client.authStore.save(signToken(dataDir, 'auth', 'admin'), null)
  const many = collectionsOf(collections, 'many').map(collection => ({ ...collection, schema: fieldsOf(fields) }))
  await client.send('/api/collections/import', { method: 'PUT', body: { collections: many, deleteMissing: false } })
}

/** Measures, in the page itself, the time from a key press in the search until the list shows the matches. */
const typeKey = (page: Page, text: string): Promise<number> =>
  page.evaluate<number>(`new Promise(resolve => {
    const input = document.querySelector('input[type=search]')
    const begun = performance.now()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, ${JSON.stringify(text)})
    input.dispatchEvent(new Event('input', { bubbles: true }))
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
  })`)

async function openEditor(page: Page): Promise<number> {
  const time = await page.evaluate<number>(`new Promise(resolve => {
    const begun = performance.now()
    const rows = () => document.querySelectorAll('[role=dialog] ul[aria-label=Fields] > li')
    const look = () => rows().length >= ${fields} ? resolve(performance.now() - begun) : requestAnimationFrame(look)
    document.querySelector('button[aria-label="Edit collection"]').click()
    requestAnimationFrame(look)
  })`)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return time
}

/** Measures the sidebar and the collection editor with many collections. */
export async function measureCollections(browser: Browser, visitor: Visitor): Promise<CollectionTimes> {
  await fill(visitor)
  const context = await newContext(browser, visitor)
  const page = await context.newPage()
  await page.goto(`${visitor.url}/_/#/collections?collectionId=many_7`, { waitUntil: 'load' })
  await page.getByRole('heading', { name: 'many_7' }).waitFor()
  const word = 'many_1'
  const prefixes = Array.from(word, (_, index) => word.slice(0, index + 1))
  const keys: number[] = []
  for (const text of [...prefixes, ...prefixes.toReversed(), '']) keys.push(await typeKey(page, text))
  const firstOpening = await openEditor(page)
  const later: number[] = []
  for (let turn = 0; turn < openings; turn += 1) later.push(await openEditor(page))
  await context.close()
  return { slowestKey: Math.max(...keys), firstOpening, laterOpening: percentile(later, 50) }
}
