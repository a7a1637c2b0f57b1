import type { Page } from 'playwright-core'
import PocketBase from 'pocketbase'
import { expect, onTestFinished, test } from 'vitest'
import { copySample } from '../test/harness/copySample.ts'
import { startServer } from '../test/harness/startServer.ts'
import { eventually } from './harness/eventually.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { openPage } from './harness/openPage.ts'
import { shownIds, totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'
import { sessionKey } from './harness/signIn.ts'
import { type Call, watchCalls } from './harness/watchCalls.ts'

const server = shareServer()

const tags = '#/collections?collectionId=mgtags000000001'

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Collections' })
const shownCount = (page: Page, collection: string) =>
  sidebar(page).getByRole('link', { name: collection, exact: true }).getAttribute('aria-description')

const streams = (calls: readonly Call[]) => calls.filter(({ method, path }) => method === 'GET' && path === '/api/realtime')
const countCalls = (calls: readonly Call[]) => calls.filter(({ path }) => path.endsWith('/record-counts'))

/** Resolves once the page is subscribed to the counts. */
const subscribed = (page: Page) =>
  page.waitForResponse(response => response.url().endsWith('/api/realtime') && response.request().method() === 'POST')

/** Makes the page report that it is hidden, because headless Chromium never hides a tab. */
const setVisibility = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))`)

test('counts and totals follow records that other clients create and delete, while the rows stay', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null })
  const first = subscribed(page)
  await load(tags)
  await totalFound(page, 8).waitFor()
  await first
  await eventually(() => shownCount(page, 'tags')).toBe('8 records')
  const ids = await shownIds(page)

  const { id } = await client.collection('tags').create({ name: 'Created elsewhere' })
  await eventually(() => shownCount(page, 'tags')).toBe('9 records')
  await totalFound(page, 9).waitFor()
  expect(await shownIds(page)).toEqual(ids)
  await client.collection('tags').delete(id)
  await eventually(() => shownCount(page, 'tags')).toBe('8 records')
  await totalFound(page, 8).waitFor()

  // Without the sidebar, the total of a filtered list follows too, and an empty list shows its first record.
  const again = subscribed(page)
  await load(`${tags}&filter=${encodeURIComponent('name ~ "elsewhere"')}`)
  await totalFound(page, 0).waitFor()
  await again
  await page.keyboard.press('[')
  await sidebar(page).waitFor({ state: 'detached' })
  const other = await client.collection('tags').create({ name: 'Created elsewhere again' })
  await totalFound(page, 1).waitFor()
  await eventually(() => shownIds(page)).toEqual([other.id])
  await client.collection('tags').delete(other.id)
  await totalFound(page, 0).waitFor()
  expect(await shownIds(page)).toEqual([other.id])
})

test('the total of a list follows although the counts were still loading when the sidebar was closed', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null })
  const held = await holdCalls(page, request => request.url().endsWith('/record-counts'))
  const first = subscribed(page)
  await load(`${tags}&filter=${encodeURIComponent('name ~ "early"')}`)
  await totalFound(page, 0).waitFor()
  await Promise.all([first, held.arrived])
  await page.keyboard.press('[')
  await sidebar(page).waitFor({ state: 'detached' })
  const { id } = await client.collection('tags').create({ name: 'Created early' })
  held.release()
  await totalFound(page, 1).waitFor()
  await client.collection('tags').delete(id)
  await totalFound(page, 0).waitFor()
})

test('many changes cause at most one request for the counts per second', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null })
  const first = subscribed(page)
  await load('#/collections?collectionId=mgscratch000001')
  await first
  const before = (await client.collection('scratch').getList(1, 1)).totalItems
  await eventually(() => shownCount(page, 'scratch')).toBe(`${before} records`)
  const calls = watchCalls(page)
  const start = performance.now()
  for (let round = 0; round < 60; round += 1) await client.collection('scratch').create({ t: `flood ${round}` })
  await eventually(() => shownCount(page, 'scratch')).toBe(`${before + 60} records`)
  expect(countCalls(calls).length).toBeLessThanOrEqual(Math.ceil((performance.now() - start) / 1000) + 1)
})

test('a hidden tab holds no event stream, and shows the current counts when it is visible again', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null, ownContext: true })
  const calls = watchCalls(page)
  const first = subscribed(page)
  // The last request of a page that has loaded.
  const code = page.waitForResponse(response => response.url().endsWith('/api/code'))
  await load(tags)
  await Promise.all([first, code])
  await eventually(() => shownCount(page, 'scratch')).toMatch(/records$/)
  const shown = await shownCount(page, 'scratch')
  const [stream] = streams(calls)
  expect(streams(calls)).toHaveLength(1)

  const ended = page.waitForEvent('requestfailed', request => request === stream?.request)
  await setVisibility(page, 'hidden')
  await ended
  calls.length = 0
  const { id } = await client.collection('scratch').create({ t: 'While hidden' })
  await page.waitForTimeout(2_500)
  expect(await shownCount(page, 'scratch')).toBe(shown)
  expect(calls).toEqual([])

  await setVisibility(page, 'visible')
  await eventually(() => shownCount(page, 'scratch')).toBe(`${Number.parseInt(shown ?? '', 10) + 1} records`)
  expect(streams(calls)).toHaveLength(1)
  await client.collection('scratch').delete(id)
  await eventually(() => shownCount(page, 'scratch')).toBe(shown)
})

test('the event stream ends with the session', async () => {
  const { page, load } = await openPage({ server: server(), path: null })
  const calls = watchCalls(page)
  const first = subscribed(page)
  await load(tags)
  await first
  const [stream] = streams(calls)
  const ended = page.waitForEvent('requestfailed', request => request === stream?.request)
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Admin sign in' }).waitFor()
  await ended
  await page.waitForTimeout(2_500)
  expect(streams(calls)).toHaveLength(1)
})

test('a stream that cannot be opened at first is tried again', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null, allowedErrors: [/net::ERR_FAILED/] })
  const isStream = (url: URL) => url.pathname === '/api/realtime'
  let attempts = 0
  await page.route(isStream, route => {
    if (route.request().method() !== 'GET') return route.continue()
    attempts += 1
    return attempts < 3 ? route.abort() : route.continue()
  })
  const first = subscribed(page)
  await load(tags)
  await first
  expect(attempts).toBe(3)
  await eventually(() => shownCount(page, 'tags')).toBe('8 records')
  const { id } = await client.collection('tags').create({ name: 'After the third attempt' })
  await eventually(() => shownCount(page, 'tags')).toBe('9 records')
  await client.collection('tags').delete(id)
  await eventually(() => shownCount(page, 'tags')).toBe('8 records')
})

test('counts follow again after the server has restarted and after the session has a new token', async () => {
  const copy = await copySample('magazine')
  onTestFinished(copy.remove)
  let running = await startServer({ dataDir: copy.dataDir })
  onTestFinished(() => running.stop())
  const { port } = running
  const own = { origin: `http://127.0.0.1:${port}`, dataDir: copy.dataDir, setupCode: undefined, stop: () => running.stop() }
  const { page, client, load } = await openPage({ server: own, path: null, allowedErrors: [/net::ERR_/] })
  const first = subscribed(page)
  await load(tags)
  await first
  await eventually(() => shownCount(page, 'tags')).toBe('8 records')

  const second = subscribed(page)
  await running.stop()
  running = await startServer({ dataDir: copy.dataDir, port })
  await second
  await client.collection('tags').create({ name: 'After the restart' })
  await eventually(() => shownCount(page, 'tags')).toBe('9 records')

  // Another tab renews the session.
  const third = subscribed(page)
  const renewing = await page.context().newPage()
  await renewing.goto(`${own.origin}/_/favicon.svg`)
  const stored = await renewing.evaluate<string>(`localStorage.getItem('${sessionKey}')`)
  const fresh = new PocketBase(own.origin)
  fresh.authStore.save(client.authStore.token, client.authStore.model)
  // The page has just renewed its own token, and the server signs the same one twice in a second.
  await eventually(async () => stored.includes((await fresh.admins.authRefresh()).token)).toBe(false)
  const { token, model } = fresh.authStore
  await renewing.evaluate(`localStorage.setItem('${sessionKey}', ${JSON.stringify(JSON.stringify({ token, model }))})`)
  await third
  await client.collection('tags').create({ name: 'With the new token' })
  await eventually(() => shownCount(page, 'tags')).toBe('10 records')
})
