import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { openPage } from './harness/openPage.ts'
import { recordTable, totalFound } from './harness/records.ts'

const loaded = 1000

/** The posts collection has the most columns. */
const sql = `WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < ${loaded})
  INSERT INTO posts (id, title, slug, status, category, author, tags, created)
    SELECT printf('many%011d', x), 'Post ' || x, 'many-' || x, 'draft', 'category0000001', 'author000000001', '["tag000000000001"]',
      strftime('%Y-%m-%d %H:%M:%fZ', '2027-01-01', '+' || x || ' minutes') FROM counter`

test('a table with a thousand loaded rows has at most 4,000 elements, and all of its rows can be selected', async () => {
  const { page } = await openPage({ prepare: [{ sql }], threads: 'pool', path: '#/collections?collectionId=mgposts00000001' })
  await totalFound(page, loaded + 40).waitFor()
  const table = recordTable(page, 'posts')
  const more = page.getByRole('button', { name: 'Load more' })
  for (let rows = 80; rows <= loaded; rows += 40) {
    await more.click()
    await eventually(() => table.getAttribute('aria-rowcount')).toBe(String(rows + 1))
  }
  const elements = () => page.evaluate<number>(`document.querySelectorAll('*').length`)
  expect(await elements()).toBeLessThanOrEqual(4000)

  await page.getByRole('checkbox', { name: 'Select all loaded records' }).check()
  await page.getByText(`Selected ${loaded} records`).waitFor()
  await page
    .getByRole('rowheader')
    .first()
    .click({ modifiers: [], position: { x: 2, y: 2 } })
})

test('a page sends all its requests at once and no unnecessary ones', async () => {
  const { page, origin } = await openPage({ path: null, ownContext: true })
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  const isAsked = (name: string) => asked.some(url => url.includes(name))
  const drawing = await holdCalls(page, () => true, '**/assets/openSignIn-*.js')

  await page.goto(`${origin}/_/#/collections?collectionId=mgposts00000001`, { waitUntil: 'commit' })
  await drawing.arrived
  await eventually(() => isAsked('/assets/AppFrame-') && isAsked('/assets/collectionsArea-')).toBe(true)
  await eventually(() => isAsked('/api/collections/mgposts00000001/records?')).toBe(true)

  asked.length = 0
  await page.goto('about:blank')
  await page.goto(`${origin}/_/#/settings`, { waitUntil: 'commit' })
  await eventually(() => isAsked('/assets/AppFrame-')).toBe(true)
  expect(isAsked('/assets/collectionsArea-')).toBe(false)
  drawing.release()
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor()

  // After the page is gone, no late response can restore the session.
  await page.goto('about:blank')
  await page.addInitScript({ content: 'localStorage.clear()' })
  const others = await holdCalls(page, () => true, /\/assets\/(router|kit|AppFrame|collectionsArea)-/)
  await page.goto(`${origin}/_/`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Login' }).waitFor()
  others.release()
})
