import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { hasFocus } from './harness/hasFocus.ts'
import { openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { watchForms } from './harness/watchForms.ts'

/** Each test changes its own record. */
const server = shareServer({
  prepare: [
    {
      sql: `INSERT INTO scratch (id, t, d) VALUES ('dates0000000001', 'dates', '2026-03-29 01:30:15.678Z');
        INSERT INTO scratch (id, t, d) VALUES ('dates0000000002', 'dates', '');
        INSERT INTO scratch (id, t, d) VALUES ('dates0000000003', 'dates', '')`,
    },
    {
      sql: `UPDATE _collections SET schema = replace(schema, '2010-12-31 23:59:59.999Z', '2010-12-15 10:00:00.000Z')
        WHERE name = 'authors'`,
    },
  ],
})

const scratch = '#/collections?collectionId=mgscratch000001'
const authors = '#/collections?collectionId=mgauthors000001'

const field = (page: Page, name: string) => page.getByRole('textbox', { name: `${name} (UTC)`, exact: true })
const opener = (page: Page, name: string) => page.getByRole('button', { name: `Choose ${name} in a calendar`, exact: true })
const calendar = (page: Page, name: string) => page.getByRole('dialog', { name: `Choose ${name}`, exact: true })
const focusedDay = (page: Page) => page.evaluate<string>(`document.activeElement.getAttribute('aria-label')`)

test('M07.28 a day is picked in UTC with the keyboard alone, at 12:00 unless a time is chosen, in steps of 5 minutes', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null, ownContext: true })
  await page.clock.setFixedTime('2024-12-31T23:30:07Z')
  await load(`${scratch}&recordId=dates0000000002`)
  await field(page, 'd').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await calendar(page, 'd').waitFor()
  // In Berlin it is already January 1.
  await eventually(() => focusedDay(page)).toMatch(/31 December 2024, today$/)
  await page.keyboard.press('ArrowDown')
  await eventually(() => focusedDay(page)).toMatch(/7 January 2025$/)
  await page.keyboard.press('Enter')
  await eventually(() => field(page, 'd').inputValue()).toBe('2025-01-07 12:00:00')
  await page.keyboard.press('PageUp')
  await eventually(() => focusedDay(page)).toMatch(/7 December 2024/)
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await eventually(() => field(page, 'd').inputValue()).toBe('2024-12-02 12:00:00')
  await expectAccessible(page, 'layer')

  const minute = calendar(page, 'd').getByRole('combobox', { name: 'Minute' })
  expect(await minute.getByRole('option').allTextContents()).toEqual(
    [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55].map(each => String(each).padStart(2, '0')),
  )
  await minute.selectOption('35')
  await calendar(page, 'd').getByRole('combobox', { name: 'Hour' }).selectOption('07')
  await eventually(() => field(page, 'd').inputValue()).toBe('2024-12-02 07:35:00')
  await page.getByText('2 Dec 2024, 08:35:00 CET (local time)').waitFor()
  await calendar(page, 'd').getByRole('button', { name: 'Now' }).click()
  await eventually(() => field(page, 'd').inputValue()).toBe('2024-12-31 23:30:07')
  await page.keyboard.press('Escape')
  await eventually(() => calendar(page, 'd').count()).toBe(0)
  expect(await hasFocus(opener(page, 'd'))).toBe(true)
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  expect((await client.collection('scratch').getOne('dates0000000002')).d).toBe('2024-12-31 23:30:07.000Z')
  await page.getByRole('button', { name: 'Clear d' }).click()
  await eventually(() => field(page, 'd').inputValue()).toBe('')
  await eventually(() => hasFocus(field(page, 'd'))).toBe(true)
})

test('M07.28 a typed date is validated 300 ms after the last key and never changed or lost', async () => {
  const { page, client, load } = await openPage({ server: server(), path: null, ownContext: true })
  await page.clock.install({ time: '2024-11-22T10:00:00Z' })
  await load(`${scratch}&recordId=dates0000000003`)
  await field(page, 'd').waitFor()
  await page.clock.pauseAt('2024-11-22T11:00:00Z')
  await field(page, 'd').fill('31/12/2026')
  const advice = page.getByText('Write the year first, so that day and month are clear: 2024-05-31 14:30.')
  await page.clock.runFor(200)
  await field(page, 'd').pressSequentially(' 7')
  await page.clock.runFor(290)
  expect(await advice.count()).toBe(0)
  await page.clock.runFor(20)
  await advice.waitFor()
  expect(await field(page, 'd').getAttribute('aria-invalid')).toBe('true')
  await page.clock.resume()
  await expectAccessible(page, 'layer')

  // Nothing is sent, and the typed text is still there after a blur and after a reload.
  const forms = await watchForms(page)
  await page.keyboard.press('Control+s')
  await eventually(() => hasFocus(field(page, 'd'))).toBe(true)
  await page.keyboard.press('Tab')
  await eventually(() => field(page, 'd').inputValue()).toBe('31/12/2026 7')
  page.once('dialog', dialog => dialog.accept())
  await load(`${scratch}&recordId=dates0000000003`)
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await eventually(() => field(page, 'd').inputValue()).toBe('31/12/2026 7')
  await page.keyboard.press('Control+s')
  await advice.waitFor()
  expect(forms).toEqual([])

  for (const [pasted, read] of [
    ['2024-05-06T07:08:09+02:00', '2024-05-06 05:08:09'],
    ['6.5.2024 7:08', '2024-05-06 07:08:00'],
    ['2024-05-06', '2024-05-06 12:00:00'],
    ['1715000000', '2024-05-06 12:53:20'],
  ] as const) {
    await field(page, 'd').fill(pasted)
    await page.keyboard.press('Tab')
    await eventually(() => field(page, 'd').inputValue()).toBe(read)
  }
  // A save immediately after the last key includes the typed text.
  await field(page, 'd').fill('2024-05-06 07:08:10')
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  expect((await client.collection('scratch').getOne('dates0000000003')).d).toBe('2024-05-06 07:08:10.000Z')
})

test('M07.27 the milliseconds of a stored date are preserved unless the date is changed', async () => {
  const { page, client } = await openPage({ server: server(), path: `${scratch}&recordId=dates0000000001` })
  const date = field(page, 'd')
  const save = page.getByRole('button', { name: 'Save changes' })
  await eventually(() => date.inputValue()).toBe('2026-03-29 01:30:15')
  await page.getByText('29 Mar 2026, 03:30:15 CEST (local time)').waitFor()
  await date.fill('2026-03-29 01:30:16')
  await eventually(() => save.isEnabled()).toBe(true)
  await date.fill('2026-03-29 01:30:15')
  await eventually(() => save.isEnabled()).toBe(false)
  await opener(page, 'd').click()
  await calendar(page, 'd')
    .getByRole('button', { name: /30 March 2026/ })
    .click()
  await calendar(page, 'd').getByRole('button', { name: 'Done' }).click()
  await page.keyboard.press('Control+s')
  await toast(page, 'Successfully updated record.').waitFor()
  expect((await client.collection('scratch').getOne('dates0000000001')).d).toBe('2026-03-30 01:30:15.678Z')
})

test('M07.28 days outside the limits of a field cannot be picked, and typed ones are rejected at once', async () => {
  const { page } = await openPage({ server: server(), path: `${authors}&recordId=author000000005` })
  await page.getByText('From 1900-01-01 to 2010-12-15 10:00:00.').waitFor()
  await opener(page, 'born').click()
  await eventually(() => focusedDay(page)).toMatch(/\b1 December 2010/)
  const day = (name: RegExp) => calendar(page, 'born').getByRole('button', { name })
  expect(await day(/16 December 2010/).isDisabled()).toBe(true)
  expect(await calendar(page, 'born').getByRole('button', { name: 'Now' }).isDisabled()).toBe(true)
  const years = calendar(page, 'born').getByRole('combobox', { name: /year/i }).getByRole('option')
  expect([await years.first().textContent(), await years.last().textContent()]).toEqual(['1900', '2010'])
  await expectAccessible(page)
  // On the last day, times after the limit cannot be picked.
  await day(/15 December 2010/).click()
  await eventually(() => field(page, 'born').inputValue()).toBe('2010-12-15 10:00:00')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Edit authors record' }).waitFor()
  await field(page, 'born').fill('1899-12-31')
  await page.getByText('Must be no less than 1900-01-01 00:00:00 +0000 UTC.').waitFor()
})
