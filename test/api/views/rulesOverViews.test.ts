import { afterAll, beforeAll, expect, test } from 'vitest'
import { openListener } from '../../exchanges/runner/openListener.ts'
import { askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { publicView } from '../../harness/slowView.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

const rule = `@collection.open_view.id ?= 'open'`
const ruled = {
  sql: `UPDATE _collections SET createRule = "${rule}", updateRule = "${rule}", listRule = "${rule}", viewRule = "${rule}"
    WHERE name = 'scratch'`,
}

let copy: SampleCopy
let server: RunningServer
beforeAll(async () => {
  copy = await copySample('magazine', [...publicView('open_view', "SELECT 'open' AS id"), ruled])
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const records = '/api/collections/scratch/records'
function form(text: string) {
  const data = new FormData()
  data.append('t', text)
  return data
}

test('records whose rules read a view can be created by JSON and form, changed, viewed and listed, repeatedly', async () => {
  for (const turn of ['first', 'second', 'third']) {
    const asJson = await askApi(server.port, 'POST', records, { body: { t: turn } })
    expect([asJson.status, asJson.json.t]).toEqual([200, turn])
    const asForm = await askApi(server.port, 'POST', records, { body: form(turn) })
    expect([asForm.status, asForm.json.t]).toEqual([200, turn])
    const { id } = asForm.json
    expect((await askApi(server.port, 'PATCH', `${records}/${id}`, { body: { n: 7 } })).json.n).toBe(7)
    expect((await askApi(server.port, 'GET', `${records}/${id}`)).json).toMatchObject({ id, t: turn, n: 7 })
    const listed = await askApi(server.port, 'GET', `${records}?filter=${encodeURIComponent(`id = '${id}'`)}`)
    expect(listed.json.items).toMatchObject([{ id }])
  }
})

test('subscribers receive events of records whose rules read a view', async () => {
  const listener = await openListener(server.port)
  const body = { clientId: listener.clientId, subscriptions: ['scratch/*'] }
  expect((await askApi(server.port, 'POST', '/api/realtime', { body })).status).toBe(204)
  const { id } = (await askApi(server.port, 'POST', records, { body: { t: 'heard' } })).json
  await expect.poll(listener.arrived).toBe(1)
  expect(listener.take()).toMatchObject([{ json: { action: 'create', record: { id } } }])
})
