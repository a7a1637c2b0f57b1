import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'
import { startProgram } from '../apiDocs/startProgram.ts'

let copy: SampleCopy
let server: RunningServer
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

/** Subscribes to a record with and without options. Prints each connection, and the length of the text in each event. */
const subscribeTwice = (port: number, id: string) => `
  import PocketBase from 'pocketbase'
  const client = new PocketBase('http://127.0.0.1:${port}')
  const print = name => ({ record }) => console.log(name, record.t.length)
  await client.realtime.subscribe('PB_CONNECT', () => console.log('connected'))
  await client.collection('scratch').subscribe('${id}', print('plain'))
  await client.collection('scratch').subscribe('${id}', print('picked'), { fields: 'id,t' })
  console.log('subscribed')
`

test('a client of the SDK with two subscriptions to a record of 5 MB keeps its stream and receives each event', async () => {
  const records = '/api/collections/scratch/records'
  const { json } = await askApi(server.port, 'POST', records, { body: { t: 'short' } })
  const { printed } = startProgram(subscribeTwice(server.port, `${json.id}`))
  await expect.poll(printed, { timeout: 20_000 }).toContain('subscribed')
  for (const turn of [1, 2, 3]) {
    const t = 'x'.repeat(5_000_000 + turn)
    expect((await askApi(server.port, 'PATCH', `${records}/${json.id}`, { body: { t } })).status).toBe(200)
    await expect.poll(printed, { timeout: 20_000 }).toContain(`picked ${t.length}`)
    await expect.poll(printed, { timeout: 20_000 }).toContain(`plain ${t.length}`)
  }
  expect(printed().match(/^connected$/gm)).toEqual(['connected'])
}, 90_000)
