import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

let copy: SampleCopy
let server: RunningServer
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir })
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const ask = (method: string, query: string, body?: object) =>
  askApi(server.port, method, `/api/collections/scratch${query}`, {
    token: signToken(copy.dataDir, 'auth', 'admin'),
    ...(body && { body }),
  })

const change = (updated: unknown, body: object) => ask('PATCH', `?ifUpdated=${encodeURIComponent(String(updated))}`, body)

test('of concurrent changes to the same version of a collection, the first is saved and the others are rejected', async () => {
  const { updated } = (await ask('GET', '')).json
  const responses = await Promise.all(Array.from({ length: 5 }, (_, index) => change(updated, { listRule: `n = ${index}` })))
  const saved = responses.filter(({ status }) => status === 200)
  expect(saved).toHaveLength(1)
  for (const { status, json } of responses.filter(response => !saved.includes(response))) {
    expect([status, json.message]).toEqual([412, expect.stringContaining('was changed since you read it. Nothing was saved.')])
  }
  const stored = (await ask('GET', '')).json
  expect(stored).toEqual(saved[0]?.json)
  expect((await change(stored.updated, { listRule: '' })).status).toBe(200)
})
