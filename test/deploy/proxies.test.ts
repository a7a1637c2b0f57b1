import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { findFreePort } from '../harness/findFreePort.ts'
import { signToken } from '../harness/signToken.ts'
import { hasProgram } from './hasProgram.ts'
import { openCaddy, openNginx, type RunningProxy } from './openProxy.ts'
import { openThrough, sendThrough } from './sendThrough.ts'

/** A password hash of low cost, because a normal one takes hundreds of milliseconds. */
const hash = '$2a$04$iWoH69gRg9Z1SYGKDHMZSem2P2JU7wTcih0SpXze81dC7gy0.GLBK'

const uploads = {
  name: 'uploads',
  type: 'base',
  schema: [{ name: 'file', type: 'file', options: { maxSelect: 1, maxSize: 50_000_000 } }],
}

/** Responds with the scheme that the server believes the client to have used. */
const schemeRoute = 'export default { fetch: (request: Request) => new Response(new URL(request.url).protocol) }'

/** The proxy is at 127.0.0.1, clients are at other addresses of this machine. */
const trustProxy = ['--trustedProxies', '127.0.0.1']

describe.each([
  ['nginx', openNginx],
  ['caddy', openCaddy],
])('Coffer behind %s', (program, openProxy) => {
  const isMissing = !hasProgram(program)
  const needed = isMissing ? ` (skipped: ${program} is not installed)` : ''
  let copy: SampleCopy
  let listening: string[]
  let server: RunningCoffer
  let proxy: RunningProxy
  let headers: Record<string, string>

  beforeAll(async () => {
    if (isMissing) return
    copy = await copySample('magazine', [{ sql: `UPDATE users SET passwordHash = '${hash}'` }])
    const routes = join(dirname(copy.dataDir), 'hooks/routes')
    mkdirSync(routes, { recursive: true })
    writeFileSync(join(routes, 'scheme.ts'), schemeRoute)
    // A test starts the server again at the same address.
    listening = [...trustProxy, '--http', `127.0.0.1:${await findFreePort()}`]
    server = await startCoffer(copy.dataDir, listening)
    proxy = await openProxy(server.port)
    headers = { Authorization: signToken(copy.dataDir, 'auth', 'admin') }
    expect(await sendThrough(proxy, { path: '/api/collections', headers, body: uploads })).toMatchObject({ status: 200 })
  })
  afterAll(async () => {
    await proxy?.close()
    await server?.end('SIGTERM')
    await copy?.remove()
  })

  const upload = (megabytes: number) => {
    const body = new FormData()
    body.set('file', new File([Buffer.alloc(megabytes * 1_000_000, 'a')], 'large.txt'))
    return sendThrough(proxy, { path: '/api/collections/uploads/records', headers, body })
  }

  test.skipIf(isMissing)(`the dashboard is served${needed}`, async () => {
    expect(await sendThrough(proxy, { path: '/_/' })).toMatchObject({ status: 200, body: expect.stringContaining('<html') })
  })

  test.skipIf(isMissing)(`routes see the scheme of the client, whatever the client claims${needed}`, async () => {
    const { protocol } = new URL(proxy.origin)
    const claimed = { 'X-Forwarded-Proto': protocol === 'https:' ? 'http' : 'https' }
    const seen = async () => (await sendThrough(proxy, { path: '/scheme', headers: claimed })).body
    await expect.poll(seen).toBe(protocol)
  })

  test.skipIf(isMissing)(`an upload of 20 MB arrives${needed}`, async () => {
    expect(await upload(20)).toMatchObject({ status: 200, body: { file: expect.stringMatching(/^large_/) } })
  })

  test.skipIf(isMissing)(`events arrive at once, not when a buffer is full${needed}`, async () => {
    const stream = await openThrough(proxy, { path: '/api/realtime' })
    let received = ''
    stream.setEncoding('utf8').on('data', (part: string) => {
      received += part
    })
    try {
      await expect.poll(() => /"clientId":"(\w+)"/.exec(received)?.[1]).toBeTruthy()
      const body = { clientId: /"clientId":"(\w+)"/.exec(received)?.[1], subscriptions: ['uploads'] }
      expect(await sendThrough(proxy, { path: '/api/realtime', headers, body })).toMatchObject({ status: 204 })
      await upload(0)
      await expect.poll(() => received).toContain('"action":"create"')
    } finally {
      stream.destroy()
    }
  })

  test.skipIf(isMissing)(`failed sign-ins count for the client, whatever address it claims to have${needed}`, async () => {
    const path = '/api/collections/users/auth-with-password'
    const signIn = (number: number, from: string) =>
      sendThrough(proxy, {
        path,
        from,
        headers: { 'X-Forwarded-For': `203.0.113.${number}`, 'X-Real-IP': `203.0.113.${number}` },
        body: { identity: 'alice', password: 'wrong' },
      })
    const statuses = []
    for (let number = 0; number < 11; number += 1) statuses.push((await signIn(number, '127.0.0.3')).status)
    expect(statuses).toEqual([...Array(10).fill(400), 429])
    expect(await signIn(0, '127.0.0.4')).toMatchObject({ status: 400 })
  })

  // nginx answers such requests with an error at once.
  if (program === 'caddy')
    test.skipIf(isMissing)(`a request waits while the server restarts${needed}`, async () => {
      await server.end('SIGTERM')
      const waiting = sendThrough(proxy, { path: '/api/health' })
      server = await startCoffer(copy.dataDir, listening)
      expect(await waiting).toMatchObject({ status: 200 })
    })
})
