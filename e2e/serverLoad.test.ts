import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
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
  // While its threads start, a server on a busy machine responds with 503.
  const samples = await client.send<{ errors: number }[]>('/api/load', {})
  const errors = samples.reduce((sum, sample) => sum + sample.errors, 0)
  await section('Errors').getByText(`${errors} with status 500 or more`, { exact: true }).waitFor()
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

test.each([
  ['phone in dark', phone, 'dark'],
  ['desktop in light', { width: 1440, height: 900 }, 'light'],
] as const)(
  'the server page lists the clients that have reached a limit, and the use of all limits, on a %s',
  async (_, viewport, theme) => {
    const { page, origin, client, go } = await openPage({
      viewport,
      theme,
      args: ['--limits', 'largeBodyBytes=1MiB/1MiB'],
      path: '#/settings',
    })
    await go('#/settings/server')
    await page.getByText('No client has reached a limit.').waitFor()
    const body = JSON.stringify({ t: 'x'.repeat(2 * 1024 * 1024) })
    for (const authorization of [undefined, undefined, client.authStore.token]) {
      const headers = {
        'Content-Type': 'application/json',
        'X-Forwarded-For': '2001:db8:0:1::7',
        ...(authorization !== undefined && { Authorization: authorization }),
      }
      const response = await fetch(`${origin}/api/collections/scratch/records`, { method: 'POST', headers, body })
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '1'])
    }
    await page.reload()
    const rejected = page.getByRole('region', { name: 'Rejected clients' })
    const rowOf = (user: string | RegExp) =>
      rejected.getByRole('row').filter({ has: page.getByRole('cell', { name: user, exact: true }) })
    for (const [user, times] of [
      ['–', '2'],
      [/^admin \w{15}$/, '1'],
    ] as const) {
      for (const cell of ['2001:db8:0:1::/64', 'Rejected: own limit reached', times])
        await rowOf(user).getByRole('cell', { name: cell, exact: true }).waitFor()
    }
    await page.getByText('Current use of all limits', { exact: true }).click()
    await page.getByRole('region', { name: 'Limits', exact: true }).getByText('0 B of 1 MB').first().waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  },
)

test('the server page tells which client was dropped because all clients together reached a limit, and which one was rejected', async () => {
  const { page, origin, go } = await openPage({ args: ['--limits', 'largeBodyBytes=1MiB/1MiB'], path: '#/settings' })
  const part = 'x'.repeat(900_000)
  const unfinished = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void unfinished.destroy())
  const lines = ['POST /api/collections/scratch/records HTTP/1.1', 'Host: x', 'X-Forwarded-For: 203.0.113.7']
  unfinished.write([...lines, 'Content-Type: application/json', 'Content-Length: 1000000', '', part].join('\r\n'))
  const statuses = new Set<number>()
  const send = async () => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': '198.51.100.3' }
    const body = JSON.stringify({ t: part })
    const { status } = await fetch(`${origin}/api/collections/scratch/records`, { method: 'POST', headers, body })
    statuses.add(status)
    return status
  }
  await eventually(send).toBe(503)
  await eventually(send).toBe(200)
  expect([...statuses].toSorted()).toEqual([200, 503])
  await go('#/settings/server')
  const rejected = page.getByRole('region', { name: 'Rejected clients' })
  for (const [address, reason] of [
    ['203.0.113.7', 'Dropped: limit of all clients reached'],
    ['198.51.100.3', 'Rejected: limit of all clients reached'],
  ] as const) {
    const row = rejected.getByRole('row').filter({ has: page.getByRole('cell', { name: address, exact: true }) })
    await row.getByRole('cell', { name: reason, exact: true }).waitFor()
  }
})
