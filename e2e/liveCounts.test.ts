import type { Page, Request } from 'playwright-core'
import PocketBase from 'pocketbase'
import { expect, onTestFinished, test } from 'vitest'
import { copySample } from '../test/harness/copySample.ts'
import { startServer } from '../test/harness/startServer.ts'
import { eventually } from './harness/eventually.ts'
import { holdCalls } from './harness/holdCalls.ts'
import { openPage } from './harness/openPage.ts'
import { recordTable, shownIds, totalFound } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'
import { sessionKey } from './harness/signIn.ts'
import { type Call, watchCalls } from './harness/watchCalls.ts'

const server = shareServer()

const scratch = '#/collections?collectionId=mgscratch000001'
const tags = '#/collections?collectionId=mgtags000000001'
const tagsNamed = (text: string) => `${tags}&filter=${encodeURIComponent(`name ~ "${text}"`)}`

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Collections' })
const shownCount = (page: Page, collection: string) =>
  sidebar(page).getByRole('link', { name: collection, exact: true }).getAttribute('aria-description')

const streams = (calls: readonly Call[]) => calls.filter(({ method, path }) => method === 'GET' && path === '/api/realtime')
const countCalls = (calls: readonly Call[]) => calls.filter(({ path }) => path.endsWith('/record-counts'))

const isCountRequest = (request: Request) => request.url().endsWith('/record-counts')
const isSubscription = (request: Request) => request.method() === 'POST' && request.url().endsWith('/api/realtime')

/** Counts the records of a collection before a test changes them. */
const countRecords = async (client: PocketBase, collection: string) =>
  (await client.collection(collection).getList(1, 1)).totalItems

/** Creates a record, and deletes it when the test ends, unless the test has deleted it. Returns its id. */
async function createRecord(client: PocketBase, collection: string, values: Record<string, unknown>): Promise<string> {
  const { id } = await client.collection(collection).create(values)
  onTestFinished(async () => {
    await client
      .collection(collection)
      .delete(id)
      .catch(error => {
        if (error.status !== 404) throw error
      })
  })
  return id
}

/** Resolves once the page is subscribed to the counts. */
const subscribed = (page: Page) => page.waitForResponse(response => isSubscription(response.request()))

/** Makes the page report that it is hidden, because headless Chromium never hides a tab. */
const setVisibility = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))`)

test('counts and totals follow records that other clients create and delete, while the rows stay', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null })
  const before = await countRecords(client, 'tags')
  const first = subscribed(page)
  await load(tags)
  await totalFound(page, before).waitFor()
  await first
  await eventually(() => shownCount(page, 'tags')).toBe(`${before} records`)
  const ids = await shownIds(page)

  const id = await createRecord(client, 'tags', { name: 'Created elsewhere' })
  await eventually(() => shownCount(page, 'tags')).toBe(`${before + 1} records`)
  await totalFound(page, before + 1).waitFor()
  expect(await shownIds(page)).toEqual(ids)
  await client.collection('tags').delete(id)
  await eventually(() => shownCount(page, 'tags')).toBe(`${before} records`)
  await totalFound(page, before).waitFor()

  // Without the sidebar, the total of a filtered list follows too, and an empty list shows its first record.
  const again = subscribed(page)
  await load(tagsNamed('elsewhere'))
  await totalFound(page, 0).waitFor()
  await again
  await page.keyboard.press('[')
  await sidebar(page).waitFor({ state: 'detached' })
  const otherId = await createRecord(client, 'tags', { name: 'Created elsewhere again' })
  await totalFound(page, 1).waitFor()
  await eventually(() => shownIds(page)).toEqual([otherId])
  await client.collection('tags').delete(otherId)
  await totalFound(page, 0).waitFor()
  expect(await shownIds(page)).toEqual([otherId])
})

test('the total of a list follows although the counts were still loading when the sidebar was closed', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null })
  const held = await holdCalls(page, isCountRequest)
  const first = subscribed(page)
  await load(tagsNamed('early'))
  await totalFound(page, 0).waitFor()
  await Promise.all([first, held.arrived])
  await page.keyboard.press('[')
  await sidebar(page).waitFor({ state: 'detached' })
  const id = await createRecord(client, 'tags', { name: 'Created early' })
  held.release()
  await totalFound(page, 1).waitFor()
  await client.collection('tags').delete(id)
  await totalFound(page, 0).waitFor()
})

test.each([
  ['a list', tags],
  ['a filtered list', tagsNamed('unannounced')],
])('the total of %s follows although the sidebar loads the changed counts before the event arrives', async (_list, path) => {
  const { page, client, load } = await openPage({ server: server(), path: null })
  const before = await countRecords(client, 'tags')
  const total = path === tags ? before : 0
  await load(path)
  await totalFound(page, total).waitFor()
  await page.keyboard.press('[')
  await sidebar(page).waitFor({ state: 'detached' })

  // The browser remembers that the sidebar is closed, so it loads the counts when it opens, after the change.
  const held = await holdCalls(page, isSubscription)
  await load(path)
  await totalFound(page, total).waitFor()
  await held.arrived
  await createRecord(client, 'tags', { name: 'Created unannounced' })
  await page.keyboard.press('[')
  await eventually(() => shownCount(page, 'tags')).toBe(`${before + 1} records`)
  held.release()
  await totalFound(page, total + 1).waitFor()
})

test('the total of a list follows a change that the response in flight does not contain', async () => {
  const { page, client, load, go } = await openPage({ server: server(), path: null })
  const before = await countRecords(client, 'tags')
  const first = subscribed(page)
  await load(scratch)
  await first
  await eventually(() => shownCount(page, 'tags')).toBe(`${before} records`)

  const isTotal = ({ pathname, searchParams }: URL) => pathname.endsWith('/records') && !searchParams.has('skipTotal')
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(isTotal, async route => {
    const response = await route.fetch()
    arrived.resolve()
    await released.promise
    await route.fulfill({ response })
  })
  await go(tags)
  await arrived.promise
  await createRecord(client, 'tags', { name: 'Created in flight' })
  await eventually(() => shownCount(page, 'tags')).toBe(`${before + 1} records`)
  released.resolve()
  await totalFound(page, before + 1).waitFor()
})

test('the total of a list follows although it was loaded between two changes that leave the counts as they were', async () => {
  const { page, client, load, go } = await openPage({ server: server(), path: null })
  const before = await countRecords(client, 'tags')
  const first = subscribed(page)
  await load(tags)
  await totalFound(page, before).waitFor()
  await first
  await eventually(() => shownCount(page, 'tags')).toBe(`${before} records`)

  await go(scratch)
  await recordTable(page, 'scratch').waitFor()
  const held = await holdCalls(page, isCountRequest)
  const id = await createRecord(client, 'tags', { name: 'Created for a moment' })
  await go(tags)
  await totalFound(page, before + 1).waitFor()
  await client.collection('tags').delete(id)
  held.release()
  await totalFound(page, before).waitFor()
})

test('the total of a filtered list follows although a record that it counts came and went between two events', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null })
  const before = await countRecords(client, 'tags')
  const first = subscribed(page)
  await load(tagsNamed('moment'))
  await totalFound(page, 0).waitFor()
  await first
  await eventually(() => shownCount(page, 'tags')).toBe(`${before} records`)

  // The counts that the page knows stay the same throughout, but its total is counted while the record exists.
  const held = await holdCalls(page, isCountRequest)
  const id = await createRecord(client, 'tags', { name: 'Created for a moment' })
  await held.arrived
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await totalFound(page, 1).waitFor()
  await client.collection('tags').delete(id)
  held.release()
  await totalFound(page, 0).waitFor()
})

test('many changes cause at most one request for the counts per second', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null })
  const before = await countRecords(client, 'scratch')
  const first = subscribed(page)
  await load(scratch)
  await first
  await eventually(() => shownCount(page, 'scratch')).toBe(`${before} records`)
  const calls = watchCalls(page)
  const start = performance.now()
  for (let round = 0; round < 60; round += 1) await createRecord(client, 'scratch', { t: `flood ${round}` })
  await eventually(() => shownCount(page, 'scratch')).toBe(`${before + 60} records`)
  expect(countCalls(calls).length).toBeLessThanOrEqual(Math.ceil((performance.now() - start) / 1000) + 1)
})

test('a hidden tab holds no event stream, and shows the current counts when it is visible again', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null, ownContext: true })
  const before = await countRecords(client, 'scratch')
  const calls = watchCalls(page)
  const first = subscribed(page)
  // The last request of a page that has loaded.
  const code = page.waitForResponse(response => response.url().endsWith('/api/code'))
  await load(tags)
  await Promise.all([first, code])
  await eventually(() => shownCount(page, 'scratch')).toBe(`${before} records`)
  const [stream] = streams(calls)
  expect(streams(calls)).toHaveLength(1)

  const ended = page.waitForEvent('requestfailed', request => request === stream?.request)
  await setVisibility(page, 'hidden')
  await ended
  calls.length = 0
  const id = await createRecord(client, 'scratch', { t: 'While hidden' })
  await page.waitForTimeout(2_500)
  expect(await shownCount(page, 'scratch')).toBe(`${before} records`)
  expect(calls).toEqual([])

  await setVisibility(page, 'visible')
  await eventually(() => shownCount(page, 'scratch')).toBe(`${before + 1} records`)
  expect(streams(calls)).toHaveLength(1)
  await client.collection('scratch').delete(id)
  await eventually(() => shownCount(page, 'scratch')).toBe(`${before} records`)
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
  const before = await countRecords(client, 'tags')
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
  await eventually(() => shownCount(page, 'tags')).toBe(`${before} records`)
  const id = await createRecord(client, 'tags', { name: 'After the third attempt' })
  await eventually(() => shownCount(page, 'tags')).toBe(`${before + 1} records`)
  await client.collection('tags').delete(id)
  await eventually(() => shownCount(page, 'tags')).toBe(`${before} records`)
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
