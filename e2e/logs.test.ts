import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { address } from './harness/address.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { openPage, phone } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'

const request = (index: number, auth: string, status: number) =>
  JSON.stringify({
    type: 'request',
    auth,
    status,
    execTime: 1.5,
    method: 'GET',
    url: `/api/health?n=${index}`,
    ...(index % 2 === 1 && { dialect: 'today' }),
    remoteIp: '127.0.0.1',
    userIp: '203.0.113.7',
    referer: 'https://elsewhere.example/',
    userAgent: 'Test',
  })

const other = JSON.stringify({ a: 1, b: 2, c: { d: 3 }, error: 'It broke.', details: '<b>why</b>', empty: '' })

/**
 * 60 requests within three hours with an hour without entries between them, 10 of them by an admin, and one entry of another kind.
 */
const entries = [
  ...Array.from({ length: 60 }, (_, index) => ({
    id: `log${String(index).padStart(12, '0')}`,
    level: index % 4 === 0 ? 8 : 0,
    message: `GET /api/health?n=${index}`,
    data: request(index, index % 6 === 0 ? 'admin' : 'guest', index % 4 === 0 ? 400 : 200),
    created: `2026-03-04 ${index < 40 ? '05' : '07'}:${String(index % 60).padStart(2, '0')}:00.000Z`,
  })),
  { id: 'log0000000other', level: 4, message: 'The backup failed.', data: other, created: '2026-03-04 08:00:01.234Z' },
]

const sql = `DELETE FROM _logs; INSERT INTO _logs (id, level, message, data, created, updated) VALUES ${entries
  .map(({ id, level, message, data, created }) => `('${id}', ${level}, '${message}', '${data}', '${created}', '${created}')`)
  .join(', ')};`

/** Nothing more is logged, so the list does not change, and the retention is long, so nothing is deleted. */
const settings = `UPDATE _params SET value = json_set(value, '$.logs.minLevel', 50, '$.logs.maxDays', 9999) WHERE key = 'settings'`

const server = shareServer({
  prepare: [
    { db: 'logs', sql },
    { db: 'data', sql: settings },
  ],
})

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const found = (page: Page, count: number) => page.getByText(`Found ${count} ${count === 1 ? 'log' : 'logs'}`, { exact: true })
const chart = (page: Page) => page.getByRole('slider', { name: 'Total requests by the hour' })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Request log' })
const includeAdmins = (page: Page) => page.getByRole('checkbox', { name: 'Include requests by admins' })
const filterInput = (page: Page) => page.getByRole('combobox', { name: 'Search term or filter' })

const contentOf = async (download: Download) => JSON.parse(await readFile(await download.path(), 'utf8'))

async function downloaded(page: Page, press: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return download
}

test('M19.1–2 M19.4–11 M19.15 M20.2 M20.8–9 M26.3 the log lists entries with their level, badges and time', async () => {
  const { page } = await openPage({ server: server(), path: '#/collections' })
  const calls = watchCalls(page)
  await page.getByRole('link', { name: 'Logs' }).click()
  await page.getByRole('heading', { name: 'Logs', level: 1 }).waitFor()
  await found(page, 51).waitFor()
  expect(await page.title()).toMatch(/^Logs - /)
  expect(await page.getByRole('link', { name: 'Logs' }).getAttribute('data-active')).toBe('')

  const listCall = calls.find(({ path }) => path === '/api/logs')
  expect(listCall?.query).toEqual({
    page: '1',
    perPage: '50',
    sort: '-rowid',
    skipTotal: '1',
    filter: 'data.auth!="admin"',
  })
  const statsCall = calls.find(({ path }) => path === '/api/logs/stats')
  expect(statsCall?.query).toEqual({ filter: 'data.auth!="admin"' })

  const heads = await page.getByRole('columnheader').allInnerTexts()
  expect(heads.map(text => text.trim()).filter(text => ['level', 'message', 'created'].includes(text))).toHaveLength(3)
  expect(await page.locator('th [aria-sort], th button').count()).toBe(0)
  await page.getByText('Default log levels:').waitFor()
  await row(page, 'The backup failed.').getByText('WARN (4)').waitFor()
  expect(await row(page, 'The backup failed.').textContent()).toMatch(/a: 1b: 2c: {"d":3}empty: -error: It broke.details: why/)
  expect(await row(page, 'n=59').textContent()).toMatch(
    /INFO \(0\).*status: 200execTime: 1.5msauth: guestuserIp: 203.0.113.7referer: https:\/\/elsewhere.example\//,
  )
})

test('M20.1–6 the chart shows each hour, and the keyboard selects a range that the list then shows', async () => {
  const { page } = await openPage({ server: server(), path: '#/logs' })
  await found(page, 51).waitFor()
  // The hour without entries is a zero in the chart, which the keyboard reads hour by hour.
  await chart(page).focus()
  await page.keyboard.press('Home')
  const value = () => chart(page).getAttribute('aria-valuetext')
  await eventually(value).toBe('Mar 4, 2026, 5 AM UTC: Total requests 33')
  await page.keyboard.press('ArrowRight')
  await eventually(value).toBe('Mar 4, 2026, 6 AM UTC: Total requests 0')
  await page.getByText('Mar 4, 2026, 6 AM UTC', { exact: true }).waitFor()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await found(page, 17).waitFor()
  await eventually(() => address(page).query).toEqual({ from: '2026-03-04T06', to: '2026-03-04T08' })
  await page.getByRole('button', { name: 'Show all time' }).click()
  await found(page, 51).waitFor()
})

test('M19.13–14 M19.20–21 log entries are loaded in pages, selected and downloaded together', async () => {
  const { page } = await openPage({ server: server(), path: '#/logs' })
  await page.getByRole('button', { name: 'Load more' }).click()
  await eventually(() => page.getByRole('button', { name: 'Load more' }).count()).toBe(0)
  const all = page.getByRole('checkbox', { name: 'Select all loaded logs' })
  await all.check()
  expect(await all.evaluate(box => (box as unknown as { indeterminate: boolean }).indeterminate)).toBe(false)
  await page.getByText('Selected 51 logs').waitFor()
  const bar = page.getByRole('region', { name: 'Selection' })
  const many = await downloaded(page, () => bar.getByRole('button', { name: 'Download as JSON' }).click())
  expect(many.suggestedFilename()).toBe('51_logs_20260304050100000Z_to_20260304080001234Z.json')
  expect((await contentOf(many)).slice(0, 2)).toMatchObject([{ message: 'The backup failed.' }, { data: { auth: 'guest' } }])
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('checkbox', { name: 'Select log000000000003' }).check()
  await page.getByRole('checkbox', { name: 'Select log000000000001' }).click({ modifiers: ['Shift'] })
  await page.getByText('Selected 3 logs').waitFor()
})

test('M19.3 M19.5–6 M19.16–19 M20.7 M24.2 the log can include requests by admins and be searched, and remembers the choice', async () => {
  const { page, load } = await openPage({ server: server(), path: '#/logs' })
  const calls = watchCalls(page)
  await includeAdmins(page).check()
  await found(page, 61).waitFor()
  await eventually(() => address(page).query).toEqual({ adminRequests: '1' })
  await load('#/logs')
  await found(page, 61).waitFor()
  expect(await includeAdmins(page).isChecked()).toBe(true)

  await filterInput(page).fill('backup')
  await page.keyboard.press('Enter')
  await found(page, 1).waitFor()
  const lists = calls.filter(({ path }) => path === '/api/logs')
  expect(lists.at(-1)?.query.filter).toBe('level~"backup"||message~"backup"||data~"backup"')
  await load('#/logs?filter=level+%3E+100')
  await page.getByText('No logs found.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await found(page, 61).waitFor()
})

test('M20.11 the chart follows a resize of the window after 250 ms', async () => {
  const { page } = await openPage({ server: server(), path: '#/logs', ownContext: true })
  await found(page, 51).waitFor()
  const width = () => page.locator('canvas').evaluate((canvas: { clientWidth: number }) => canvas.clientWidth)
  const wide = await width()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.setViewportSize({ width: 1240, height: 900 })
  await page.clock.runFor(100)
  expect(await width()).toBe(wide)
  await eventually(async () => {
    await page.clock.runFor(100)
    return await width()
  }).toBe(wide - 200)
})

test('M19.12 M21.1–12 M19.2 a log entry can be opened, read and downloaded, and its address opens it again', async () => {
  const { page, load } = await openPage({ server: server(), path: '#/logs', allowedErrors: [/404/, /could not be loaded/] })
  await row(page, 'The backup failed.').focus()
  await page.keyboard.press('Enter')
  const value = (name: string) =>
    panel(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  await value('message').getByText('The backup failed.').waitFor()
  await eventually(() => address(page).query.logId).toBe('log0000000other')
  expect(await value('level').textContent()).toContain('WARN (4)')
  expect(await value('created').textContent()).toContain('2026-03-04 08:00:01.234 UTC')
  expect(await value('data.empty').textContent()).toContain('N/A')
  await eventually(() => value('data.c').textContent()).toMatch(/{\s*"d": 3\s*}/)
  await eventually(() => value('data.details').textContent()).toContain('<b>why</b>')
  await expectAccessible(page, 'layer')
  const one = await downloaded(page, () => panel(page).getByRole('button', { name: 'Download as JSON' }).click())
  expect(one.suggestedFilename()).toBe('log_20260304080001234Z.json')
  expect(await contentOf(one)).toMatchObject({ id: 'log0000000other', data: { error: 'It broke.' } })

  await panel(page).getByRole('button', { name: 'Older log' }).click()
  await value('data.execTime').getByText('1.5ms').waitFor()
  await value('data.dialect').getByText('today', { exact: true }).waitFor()
  expect(await value('message').count()).toBe(0)
  await page.keyboard.press('Escape')
  await eventually(() => panel(page).count()).toBe(0)
  await eventually(() => address(page).query.logId).toBeUndefined()

  await load('#/logs?logId=log000000000001')
  await value('data.url').getByText('/api/health?n=1').waitFor()
  await panel(page).getByRole('button', { name: 'Close' }).last().click()
  await eventually(() => address(page).query.logId).toBeUndefined()
  await load('#/logs?logId=missing')
  await toast(page, 'Unable to load log with id "missing"').waitFor()
  await eventually(() => panel(page).count()).toBe(0)
})

test('M19.19 M20.10 a log that cannot be loaded shows the error and can be retried, an invalid filter is not retried', async () => {
  const { page } = await openPage({ server: server(), path: null, allowedErrors: [/500|400/, /could not be loaded/] })
  await page.route('**/api/logs**', route => route.fulfill({ status: 500, json: { message: 'The disk is gone.' } }))
  await page.goto(`${server().origin}/_/#/logs`)
  await toast(page, 'The disk is gone.').waitFor()
  await page.getByText('The logs could not be loaded.').waitFor()
  await page.unroute('**/api/logs**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await row(page, 'The backup failed.').waitFor()
  await filterInput(page).fill('nothing = 1')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText("This filter can't be used.").waitFor()
  await page.getByText('is not a field in this collection').waitFor()
  expect(await page.getByText(/^Found \d+ log|No logs found|nothing to chart/).count()).toBe(0)
})

test('an hour with a single entry beside a busy hour has a visible bar, and the chart of one day shows its date', async () => {
  const { page } = await openPage({ server: server(), path: null, ownContext: true })
  await page.addInitScript(`{
    window.drawnTexts = []
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      window.drawnTexts.push(text)
      return fillText.call(this, text, ...place)
    }
  }`)
  await page.goto(`${server().origin}/_/#/logs?adminRequests=1`)
  await found(page, 61).waitFor()
  await chart(page).waitFor()
  /** Counts the painted pixels among the lowest nine, beside the middle of one of the four hours of the chart. */
  const paintedAt = (hour: number) =>
    page.evaluate<number>(`{
      const canvas = document.querySelector('[role="slider"] canvas')
      const plot = document.querySelector('[role="slider"] .u-over').getBoundingClientRect()
      const { left, top } = canvas.getBoundingClientRect()
      const x = plot.left - left + ((${hour} + 0.5) / 4) * plot.width + 12
      const { data } = canvas.getContext('2d').getImageData(x * devicePixelRatio, (plot.bottom - top - 10) * devicePixelRatio, 1, 9)
      Array.from({ length: 9 }, (_, index) => data[index * 4 + 3]).filter(alpha => alpha > 40).length
    }`)
  await eventually(() => paintedAt(0)).toBe(9)
  // The line alone is two pixels high.
  await eventually(() => paintedAt(3)).toBeGreaterThanOrEqual(4)
  expect(await paintedAt(1)).toBeLessThan(4)
  await eventually(() => page.evaluate<string[]>('window.drawnTexts')).toContain('Mar 4, 5 AM')
  await expectAccessible(page)
})

// This test is last because it shortens the retention of the logs.
test('M22.1–7 the log settings are changed in a popup that keeps the typed values', async () => {
  const { page, client } = await openPage({ server: server(), path: '#/logs', viewport: phone })
  // The frame of the page has its settings, so the next response with settings is the one for the popup.
  await eventually(() => page.title()).toBe('Logs - Small Magazine - Coffer')
  await client.settings.update({ smtp: { password: 'secret' } })
  const read = page.waitForResponse(response => response.url().endsWith('/api/settings') && response.request().method() === 'GET')
  await page.getByRole('button', { name: 'Logs settings' }).click()
  expect((await (await read).json()).smtp.password).toBe('******')
  const popup = page.getByRole('dialog', { name: 'Logs settings' })
  const save = popup.getByRole('button', { name: 'Save changes' })
  const days = popup.getByRole('spinbutton', { name: 'Max days retention' })
  const level = popup.getByRole('spinbutton', { name: 'Min log level' })
  await eventually(() => days.inputValue()).toBe('9999')
  expect(await save.isDisabled()).toBe(true)
  await expectAccessible(page, 'layer')
  await days.fill('')
  await level.fill('101')
  await save.click()
  await popup.getByText('Cannot be blank.').waitFor()
  await popup.getByText('Must be from -100 to 100.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByText('You have unsaved changes.').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click()
  await days.fill('9998')
  await level.fill('50')
  await popup.getByRole('switch', { name: 'Enable IP logging' }).click()
  const patched = page.waitForResponse(response => response.request().method() === 'PATCH')
  await save.click()
  await toast(page, 'Successfully saved logs settings.').waitFor()
  await eventually(() => popup.count()).toBe(0)
  const stored = { maxDays: 9998, minLevel: 50, logIp: false }
  const response = await patched
  expect(new URL(response.url()).pathname).toBe('/api/settings')
  // The request contains neither masked secrets nor settings that another admin may have changed.
  expect(response.request().postDataJSON()).toEqual({ logs: { maxDays: 9998, logIp: false } })
  expect((await response.json()).logs).toEqual(stored)
  expect((await client.settings.getAll()).logs).toEqual(stored)
})
