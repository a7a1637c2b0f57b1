import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { openListener } from '../exchanges/runner/openListener.ts'
import { askApi } from '../harness/askApi.ts'
import { copySample } from '../harness/copySample.ts'
import { startForTest } from '../harness/startForTest.ts'

async function start(args: string[] = []) {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  return startForTest(dataDir, args)
}

const records = '/api/collections/scratch/records'

/** Begins to create a record. Returns a function that sends the rest of the body, and resolves to the status. */
async function beginCreating(port: number): Promise<() => Promise<number | undefined>> {
  const body = JSON.stringify({ t: 'in progress' })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length }
  const outgoing = request({ host: '127.0.0.1', port, agent: false, method: 'POST', path: records, headers })
  outgoing.write(body.slice(0, 5))
  await once(outgoing, 'socket')
  return async () => {
    outgoing.end(body.slice(5))
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
}

test('a server that drains serves everything but its health check, then ends event streams and finishes requests', async () => {
  // All of these requests have to be served before the server stops, on a busy machine too.
  const coffer = await start(['--drainSeconds', '5'])
  const { port } = coffer
  const stream = await openListener(port)
  const finish = await beginCreating(port)
  expect((await askApi(port, 'GET', '/api/health')).json).toEqual({
    code: 200,
    message: 'API is healthy.',
    data: { canBackup: true },
  })
  expect((await askApi(port, 'GET', '/api/health?draining=404')).status).toBe(200)
  const ended = coffer.end('SIGTERM')
  let streamHasEnded = false
  void stream.ended.then(() => {
    streamHasEnded = true
  })
  await expect.poll(async () => (await askApi(port, 'GET', '/api/health')).status, { interval: 20 }).toBe(503)
  expect((await askApi(port, 'GET', '/api/health')).json).toMatchObject({ code: 503, data: { reason: 'draining' } })
  expect((await askApi(port, 'HEAD', '/api/health')).status).toBe(503)
  // A load balancer can tell this server from one that fails.
  for (const path of ['/api/health?draining=404', '/today/api/health?draining=404'])
    expect(await askApi(port, 'GET', path)).toMatchObject({
      status: 404,
      json: { message: expect.stringContaining('about to stop') },
    })
  expect((await askApi(port, 'HEAD', '/api/health?draining=404')).status).toBe(404)
  expect((await askApi(port, 'POST', records, { body: { t: 'while draining' } })).status).toBe(200)
  expect(streamHasEnded).toBe(false)
  await stream.ended
  await expect(askApi(port, 'GET', '/api/health')).rejects.toThrow()
  expect(await finish()).toBe(200)
  expect(await ended).toMatchObject({ status: 0, stderr: '' })
})

test('a server without --drainSeconds, and one that receives SIGINT, stop at once', async () => {
  for (const [args, signal] of [
    [[], 'SIGTERM'],
    [['--drainSeconds', '3600'], 'SIGINT'],
  ] as const) {
    const coffer = await start([...args])
    expect(await coffer.end(signal)).toMatchObject({ status: 0, stderr: '' })
  }
})

test('a second signal ends a server that drains', async () => {
  const coffer = await start(['--drainSeconds', '3600'])
  coffer.signal('SIGTERM')
  await expect.poll(async () => (await askApi(coffer.port, 'GET', '/api/health')).status).toBe(503)
  expect((await coffer.end('SIGTERM')).status).toBeNull()
})
