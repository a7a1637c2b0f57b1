import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { expectAccessible } from './harness/expectAccessible.ts'
import { expectNoSidewaysScroll } from './harness/expectNoSidewaysScroll.ts'
import { openPage, phone } from './harness/openPage.ts'

test('the server page shows the requests, errors, latency and headroom of the last hour, and their values as a table', async () => {
  const { page, client, go } = await openPage({ viewport: phone, threads: 'pool', path: '#/settings' })
  for (let at = 0; at < 5; at++) await client.collection('posts').getList(1, 1)
  await go('#/settings/server')
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  await section('Requests')
    .getByText(/^\d+ in total$/)
    .waitFor()
  expect(Number.parseInt((await section('Requests').locator('p').first().textContent()) ?? '', 10)).toBeGreaterThanOrEqual(5)
  await section('Errors').getByText('0 with status 500 or more').waitFor()
  await section('Latency')
    .getByText(/^95 % took at most [\d.,]+ ms in the slowest minute$/)
    .waitFor()
  await section('Writer')
    .getByText(/^At least \d+ % headroom for changes$/)
    .waitFor()
  await page.getByText('Values by minute', { exact: true }).click()
  await eventually(() => page.getByRole('row').count()).toBeGreaterThanOrEqual(2)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
