import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choose } from './harness/collectionEditor.ts'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { input } from './harness/input.ts'
import { openPage, phone } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { toast } from './harness/toast.ts'
import { watchCalls } from './harness/watchCalls.ts'

const server = shareServer()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('M33.1–6 the token durations are shown in the largest fitting unit and in seconds', async () => {
  const { page } = await openPage({ server: server(), path: '#/settings/tokens', viewport: phone })
  await page.getByText('Adjust common token options.').waitFor()
  const section = (name: string) => page.getByRole('region', { name }).getByRole('spinbutton')
  await eventually(() =>
    section('Record tokens').evaluateAll(all => all.map(each => (each as { value?: string }).value)),
  ).toEqual(['14', '7', '30', '30', '2'])
  await eventually(() => section('Admin tokens').evaluateAll(all => all.map(each => (each as { value?: string }).value))).toEqual(
    ['14', '30', '2'],
  )
  await eventually(() => page.getByText(/^\d+ seconds$/).allTextContents()).toEqual(
    ['1209600', '604800', '1800', '1800', '120', '1209600', '1800', '120'].map(seconds => `${seconds} seconds`),
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('the required mark follows the last word of a label that wraps to two lines', async () => {
  const { page } = await openPage({ server: server(), path: '#/settings/tokens', viewport: { ...phone, width: 280 } })
  await page.getByText('Adjust common token options.').waitFor()
  const labels = await page.evaluate<
    { lines: number; gap: number }[]
  >(`[...document.querySelectorAll('form label')].map(label => {
    const text = document.createRange()
    text.selectNodeContents(document.createTreeWalker(label, NodeFilter.SHOW_TEXT).nextNode())
    const lines = [...text.getClientRects()]
    return { lines: lines.length, gap: label.querySelector('[aria-hidden=true]').getBoundingClientRect().left - lines.at(-1).right }
  })`)
  expect(Math.max(...labels.map(({ lines }) => lines))).toBeGreaterThan(1)
  for (const { gap } of labels) expect(gap).toBeLessThan(8)
})

test('M33.4–5 M33.7–8 a token duration is changed in any unit, and the issued tokens can be invalidated', async () => {
  const { page } = await openPage({ server: server(), path: '#/settings/tokens', viewport: phone })
  const calls = watchCalls(page)
  const duration = input(page, 'Admins protected file access token duration')
  await duration.fill('')
  await button(page, 'Save changes').click()
  await page.getByText('Cannot be blank.').waitFor()
  await duration.fill('1.5')
  await page.getByText('90 seconds', { exact: true }).waitFor()
  await choose(page, input(page, 'Unit of Admins protected file access token duration'), 'Hours')
  await page.getByText('5400 seconds', { exact: true }).waitFor()
  expect(await duration.inputValue()).toBe('1.5')
  // Canceled, the duration is a whole number again.
  await button(page, 'Cancel').click()
  await eventually(() => duration.inputValue()).toBe('2')
  await duration.fill('5')
  await page.getByText('300 seconds', { exact: true }).waitFor()
  const invalidate = page.getByRole('button', { name: 'Invalidate all previously issued tokens' })
  await invalidate.nth(0).click()
  await page.getByText('All users will be signed out.').waitFor()
  await invalidate.nth(0).click()
  await invalidate.nth(7).click()
  await button(page, 'Save changes').click()
  await toast(page, 'Successfully saved tokens options.').waitFor()
  const secret = expect.stringMatching(/^[\w-]{50}$/)
  const sent = calls.filter(({ method }) => method === 'PATCH').map(({ path, request }) => [path, request.postDataJSON()])
  expect(sent).toEqual([['/api/settings', { adminFileToken: { duration: 300, secret } }]])
})

test('on a phone the list of settings closes when a page is chosen', async () => {
  const { page } = await openPage({ server: server(), path: '#/settings', viewport: phone })
  await button(page, 'Settings list').click()
  const drawer = page.getByRole('dialog', { name: 'Settings' })
  await drawer.getByRole('link', { name: 'Token options' }).click()
  await page.getByRole('heading', { name: /Token options/ }).waitFor()
  expect(await drawer.isVisible()).toBe(false)
})
