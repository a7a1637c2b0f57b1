import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { signToken } from '../harness/signToken.ts'
import { hasProgram } from './hasProgram.ts'
import { openHaproxy, type RunningProxy } from './openProxy.ts'
import { sendThrough } from './sendThrough.ts'

const isMissing = !hasProgram('haproxy')
const needed = isMissing ? ' (skipped: haproxy is not installed)' : ''

const records = '/api/collections/scratch/records'

/** Responds with the scheme that the server believes the client to have used. */
const schemeRoute = 'export default { fetch: (request: Request) => new Response(new URL(request.url).protocol) }'

/** Starts servers with the same admin, and a record in each that names it. */
async function openServers(names: readonly string[]) {
  const servers: RunningCoffer[] = []
  let token = ''
  for (const name of names) {
    const { dataDir, remove } = await copySample('magazine')
    onTestFinished(remove)
    const routes = join(dirname(dataDir), 'hooks/routes')
    mkdirSync(routes, { recursive: true })
    writeFileSync(join(routes, 'scheme.ts'), schemeRoute)
    const server = await startCoffer(dataDir, ['--drainSeconds', '120', '--trustedProxies', '127.0.0.1'])
    onTestFinished(async () => void (await server.end('SIGKILL')))
    token = signToken(dataDir, 'auth', 'admin')
    expect(await askApi(server.port, 'POST', records, { token, body: { t: `served by ${name}` } })).toMatchObject({ status: 200 })
    servers.push(server)
  }
  return { servers, token }
}

/** Begins to create a record. Returns a function that sends the rest of the request, once a server has received its head. */
async function beginCreating(port: number): Promise<() => Promise<number | undefined>> {
  const body = JSON.stringify({ t: 'in progress' })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, Expect: '100-continue' }
  const outgoing = request({ host: '127.0.0.1', port, agent: false, method: 'POST', path: records, headers })
  const [received, status] = [Promise.withResolvers<void>(), Promise.withResolvers<number | undefined>()]
  outgoing
    .on('continue', received.resolve)
    .on('response', response => {
      response.resume()
      status.resolve(response.statusCode)
    })
    .on('error', error => {
      received.reject(error)
      status.reject(error)
    })
  // An error that arrives before the rest is sent is thrown then.
  status.promise.catch(() => undefined)
  outgoing.flushHeaders()
  await received.promise
  return () => {
    outgoing.end(body)
    return status.promise
  }
}

test.skipIf(isMissing)(
  `HAProxy sends nothing new to a server that drains, and lets the requests in progress end${needed}`,
  async () => {
    const { servers, token } = await openServers(['one', 'two', 'three'])
    const { port, close } = await openHaproxy(servers.map(server => server.port))
    onTestFinished(close)
    const titles = async (from: number, filter: string) => {
      const { status, json } = await askApi(from, 'GET', `${records}?filter=${encodeURIComponent(filter)}`, { token })
      expect(status).toBe(200)
      return (json.items as { t: string }[]).map(({ t }) => t)
    }
    /** Returns the servers that answer some requests through the proxy. */
    const serving = async () => {
      const found = new Set<string>()
      for (let count = 1; count <= 9; count += 1) for (const title of await titles(port, 't ~ "served by"')) found.add(title)
      return [...found].toSorted()
    }
    await expect.poll(serving, { timeout: 20_000 }).toEqual(['served by one', 'served by three', 'served by two'])

    // The servers take turns.
    const finish: (() => Promise<number | undefined>)[] = []
    for (const _ of servers) finish.push(await beginCreating(port))
    servers[0]?.signal('SIGTERM')
    await expect.poll(serving, { timeout: 20_000 }).toEqual(['served by three', 'served by two'])
    expect(await Promise.all(finish.map(send => send()))).toEqual([200, 200, 200])
    for (const server of servers) expect(await titles(server.port, 't = "in progress"')).toHaveLength(1)
  },
)

test.skipIf(isMissing)(`HAProxy tells the servers whether a client uses HTTPS, whatever the client claims${needed}`, async () => {
  const { servers } = await openServers(['one', 'two', 'three'])
  const proxy = await openHaproxy(servers.map(server => server.port))
  onTestFinished(proxy.close)
  const { origin, certificate = '', port, close } = proxy
  const secure = { origin, certificate, close }
  const plain = { origin: `http://127.0.0.1:${port}`, close }
  const schemeOver = async (through: RunningProxy, claimed: string) =>
    (await sendThrough(through, { path: '/scheme', headers: { 'X-Forwarded-Proto': claimed } })).body
  await expect.poll(() => schemeOver(secure, 'http')).toBe('https:')
  expect(await schemeOver(plain, 'https')).toBe('http:')
})
