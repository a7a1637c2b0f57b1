import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { askWhenReady } from './askApi.ts'

/** Starts a server that rejects a number of requests with 503, and accepts later ones. Returns its port. */
async function startBusy(rejected: number): Promise<number> {
  let count = 0
  const server = createServer((_, response) => {
    count += 1
    response.writeHead(count > rejected ? 200 : 503).end('busy')
  })
  onTestFinished(() => void server.close())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

test('askWhenReady repeats a request that a busy server rejects with 503', async () => {
  expect((await askWhenReady(await startBusy(3), 'GET', '/')).status).toBe(200)
})

test('askWhenReady throws if the server still rejects the request when the time is over', async () => {
  const asking = askWhenReady(await startBusy(Number.POSITIVE_INFINITY), 'GET', '/api/health', {}, 100)
  await expect(asking).rejects.toThrow('For 0.1 seconds, the server has rejected GET /api/health with 503: busy')
})
