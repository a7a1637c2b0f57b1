import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { input } from './harness/input.ts'
import { openPage } from './harness/openPage.ts'
import { recordRow } from './harness/records.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'

/** Each test creates and changes its own records. */
const server = shareServer()

const scratch = '#/collections?collectionId=mgscratch000001'
const panel = (page: Page) => page.getByRole('dialog')
/** The bar itself; the live region around it always exists. */
const bar = (page: Page) => page.getByRole('status').locator('> div').filter({ hasText: 'The server cannot be reached.' })
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'The connection was lost before the server responded.' })
const create = (page: Page) => page.getByRole('button', { name: 'Create', exact: true })

/** Chromium's console messages about requests without a response. */
const lostCalls = [/net::ERR_/]

const isWrite = (request: Request) => /POST|PATCH/.test(request.method()) && request.url().includes('/records')

/** Drops requests, or only their responses, until the connection is repaired. */
async function breakConnection(page: Page, loses: 'calls' | 'responses', isLost: (request: Request) => boolean = () => true) {
  let isBroken = true
  await page.route('**/api/**', async route => {
    if (!isBroken || !isLost(route.request())) return route.fallback()
    if (loses === 'responses') await route.fetch()
    await route.abort('connectionreset')
  })
  return {
    mend: () => {
      isBroken = false
    },
  }
}

test('while the server is unreachable, a bar counts down to the next attempt, and the page resumes when the server is back', async () => {
  const { page } = await openPage({ server: server(), path: scratch, allowedErrors: lostCalls })
  await recordRow(page, 'scratch00000001').waitFor()
  const connection = await breakConnection(page, 'calls')
  await page.getByRole('button', { name: 'New record' }).click()
  await input(panel(page), 't').fill('typed while the server is away')
  await create(page).click()
  await bar(page).waitFor()
  // The bar and the notice say it, so there is no toast.
  expect(await page.getByRole('region', { name: 'Notifications' }).textContent()).toBe('')
  await bar(page)
    .getByText(/Retrying in \d+ s\./)
    .waitFor()
  await expectAccessible(page)

  // The button of the bar can be pressed beside an open panel, which the bar neither covers nor closes.
  await bar(page).getByRole('button', { name: 'Try now' }).click()
  await bar(page)
    .getByText(/Retrying in \d+ s\./)
    .waitFor()
  expect(await input(panel(page), 't').inputValue()).toBe('typed while the server is away')
  const [barBox, panelBox] = [await bar(page).boundingBox(), await panel(page).boundingBox()]
  expect(panelBox?.y).toBe((barBox?.y ?? 0) + (barBox?.height ?? 0))

  connection.mend()
  await bar(page).getByRole('button', { name: 'Try now' }).click()
  await eventually(() => bar(page).count()).toBe(0)
  await create(page).click()
  await toast(page, 'Successfully created record.').waitFor()
})

test('data that could not be loaded is loaded once the server is back', async () => {
  const allowedErrors = [...lostCalls, /could not be loaded/]
  const { page } = await openPage({ server: server(), path: null, allowedErrors })
  const connection = await breakConnection(page, 'calls')
  await page.goto(`${server().origin}/_/${scratch}`)
  await bar(page).waitFor()
  connection.mend()
  await recordRow(page, 'scratch00000001').waitFor()
  expect(await bar(page).count()).toBe(0)

  await recordRow(page, 'scratch00000017').click()
  await input(panel(page), 't').fill('typed before the server went away')
  const again = await breakConnection(page, 'calls')
  await page.keyboard.press('Control+s')
  const unsent = page.getByRole('alert').filter({ hasText: 'The record was not saved, because the server cannot be reached.' })
  await unsent.waitFor()
  expect(await page.getByRole('region', { name: 'Notifications' }).textContent()).toBe('')
  again.mend()
  await unsent.getByRole('button', { name: 'Try again' }).click()
  await toast(page, 'Successfully updated record.').waitFor()
})

test.each<['calls' | 'responses', string]>([
  ['calls', 'before the server got it'],
  ['responses', 'after the server got it'],
])('a new record whose %s are lost, %s, is created exactly once', async loses => {
  const text = `lost ${loses}`
  const { page, client } = await openPage({ server: server(), path: `${scratch}&recordId=new`, allowedErrors: lostCalls })
  const stored = () => client.collection('scratch').getFullList({ filter: `t ~ "${text}"` })
  const connection = await breakConnection(page, loses, isWrite)
  await input(panel(page), 't').fill(text)
  await create(page).click()
  await notice(page).waitFor()
  await expectAccessible(page, 'layer')
  expect(await stored()).toHaveLength(loses === 'responses' ? 1 : 0)
  expect(await input(panel(page), 't').inputValue()).toBe(text)
  expect(await page.evaluate('JSON.stringify({ ...localStorage })')).toContain(text)

  // Changes made before the next attempt are saved too.
  await input(panel(page), 'n').fill('5')
  connection.mend()
  await notice(page).getByRole('button', { name: 'Try again' }).click()
  await toast(page, 'Successfully created record.').waitFor()
  await eventually(() => panel(page).count()).toBe(0)
  expect(await stored()).toMatchObject([{ t: text, n: 5 }])
})

test('a new record whose response was lost is created once, even if the page is reloaded before the next attempt', async () => {
  const text = 'lost with the page'
  const { page, client } = await openPage({ server: server(), path: `${scratch}&recordId=new`, allowedErrors: lostCalls })
  const connection = await breakConnection(page, 'responses', isWrite)
  await input(panel(page), 't').fill(text)
  await page.keyboard.press('Control+s')
  await notice(page).waitFor()
  connection.mend()
  page.once('dialog', dialog => void dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await notice(page).waitFor()
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully created record.').waitFor()
  await page.getByRole('dialog', { name: 'Edit scratch record' }).waitFor()
  expect(await client.collection('scratch').getFullList({ filter: `t = "${text}"` })).toHaveLength(1)
  expect(await page.evaluate('Object.keys(localStorage).filter(key => key.startsWith("coffer.draft"))')).toEqual([])
})

test('an update whose response was lost adds its new file once', async () => {
  const path = `${scratch}&recordId=scratch00000015`
  const { page, client } = await openPage({ server: server(), path, allowedErrors: lostCalls })
  const connection = await breakConnection(page, 'responses', isWrite)
  await input(panel(page), 't').fill('with a file')
  const file = { name: 'once.txt', mimeType: 'text/plain', buffer: Buffer.from('once') }
  await page.locator('input[type=file]').last().setInputFiles(file)
  await page.keyboard.press('Control+s')
  await notice(page).waitFor()
  await input(panel(page), 'e').fill('later@example.com')
  connection.mend()
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  await panel(page)
    .getByText(/^once_\w{10}\.txt$/)
    .waitFor()
  expect(await notice(page).count()).toBe(0)
  expect(await client.collection('scratch').getOne('scratch00000015')).toMatchObject({
    t: 'with a file',
    e: 'later@example.com',
    f2: [expect.stringMatching(/^once_\w{10}\.txt$/)],
  })
})

test('text typed while a save is in progress is not lost', async () => {
  const path = `${scratch}&recordId=scratch00000016`
  const { page, client } = await openPage({ server: server(), path })
  await page.route('**/api/**', async route => {
    if (isWrite(route.request())) await input(panel(page), 'e').fill('typed@example.com')
    await route.fallback()
  })
  await input(panel(page), 't').fill('first')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await toast(page, 'Successfully updated record.').waitFor()
  expect(await input(panel(page), 'e').inputValue()).toBe('typed@example.com')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await eventually(() => panel(page).count()).toBe(0)
  expect(await client.collection('scratch').getOne('scratch00000016')).toMatchObject({ t: 'first', e: 'typed@example.com' })
})
