import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServedCollections } from '../api/records/serveCollections.ts'
import { openListener } from '../exchanges/runner/openListener.ts'
import { askApi } from '../harness/askApi.ts'
import { signToken } from '../harness/signToken.ts'
import { serveHiddenRecords } from './serveHiddenRecords.ts'

let served: ServedCollections
beforeAll(async () => {
  served = await serveHiddenRecords()
})
afterAll(() => served.close())

/** Subscribes to cats that match the filter; returns the names of the cats whose events have arrived. */
async function listen(who: string, filter: string) {
  const { clientId, take, close } = await openListener(served.port)
  const token = who === 'guest' ? undefined : signToken(served.dataDir, 'auth', who)
  const subscriptions = [`cats/*?options=${encodeURIComponent(JSON.stringify({ query: { filter } }))}`]
  const { status } = await askApi(served.port, 'POST', '/api/realtime', { token, body: { clientId, subscriptions } })
  expect(status).toBe(204)
  const names: string[] = []
  const received = () => {
    names.push(...(take() as unknown as { json: { record: { name: string } } }[]).map(({ json }) => json.record.name))
    return names
  }
  return { received, close }
}

async function change(method: string, id: string) {
  const body = method === 'PATCH' ? { body: {} } : {}
  const { status, text } = await served.ask(method, `cats/records/${id}`, { token: served.admin, ...body })
  expect([200, 204], text).toContain(status)
}

test('a subscription filter reads only related records that its subscriber can list', async () => {
  const listeners = await Promise.all([
    listen('guest', 'vault_via_cat.code = ""'),
    listen('guest', 'vault_via_cat.code ?~ "S3"'),
    listen('guest', 'keeper.name != ""'),
    listen('admin', 'vault_via_cat.code ?~ "S3"'),
    // Subscribers with the same filter must not share its result.
    listen('guest', 'notes_via_cat.text ?~ "for"'),
    listen('users:alice', 'notes_via_cat.text ?~ "for"'),
    listen('users:bob', 'notes_via_cat.text ?~ "for"'),
    listen('admin', 'notes_via_cat.text ?~ "for"'),
  ])
  const allReceived = () => listeners.map(({ received }) => received().join(' '))
  // Made sequentially, because a filter is evaluated for the record at the time of its event.
  await change('PATCH', 'cat_tom_________')
  await expect.poll(allReceived).toEqual(['Tom', '', '', 'Tom', '', 'Tom', '', 'Tom'])
  await change('PATCH', 'cat_kit_________')
  await expect.poll(allReceived).toEqual(['Tom Kit', '', '', 'Tom', '', 'Tom', 'Kit', 'Tom Kit'])
  await change('DELETE', 'cat_tom_________')
  await expect.poll(allReceived).toEqual(['Tom Kit Tom', '', '', 'Tom Tom', '', 'Tom Tom', 'Kit', 'Tom Kit Tom'])
  for (const { close } of listeners) close()
})
