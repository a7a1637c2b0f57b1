import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openListener } from '../exchanges/runner/openListener.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

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

type Headers = Record<string, string>

/** Sends a request with any headers: `fetch` forbids `Host` and `Cookie`. */
async function ask(method: string, path: string, headers: Headers = {}, body = '') {
  const sent = request({ host: '127.0.0.1', port: server.port, method, path, headers })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const { statusCode, headers: received } = response
  const cookie = received['set-cookie']?.[0] ?? ''
  return { status: statusCode, location: received.location ?? '', cookie, headers: received, text: await text(response) }
}

const own = () => `http://127.0.0.1:${server.port}`
const cookieOf = (setCookie: string): string => setCookie.split(';')[0] ?? ''

/** Opens a stream that waits for a provider, like the SDK in a page of this origin. */
async function start(headers: Headers) {
  const listener = await openListener(server.port)
  onTestFinished(listener.close)
  const body = JSON.stringify({ clientId: listener.clientId, subscriptions: ['@oauth2'] })
  const { status, cookie } = await ask('POST', '/api/realtime', { 'Content-Type': 'application/json', ...headers }, body)
  expect(status).toBe(204)
  const events: unknown[] = []
  /** Returns all OAuth2 events received so far. */
  const received = () => {
    events.push(...listener.take().filter(({ event }) => event === '@oauth2'))
    return events
  }
  const returnWith = (code: string, more: Headers = {}) =>
    ask('GET', `/api/oauth2-redirect?state=${listener.clientId}&code=${code}`, more)
  return { clientId: listener.clientId, setCookie: cookie, received, returnWith }
}

const confirmPage = /^\.\.\/_\/#\/auth\/oauth2-confirm\/(\w{80})$/
const success = '../_/#/auth/oauth2-redirect-success'
const failure = '../_/#/auth/oauth2-redirect-failure'
const ticketOf = (location: string): string => confirmPage.exec(location)?.[1] ?? ''
const decide = (method: string, ticket: string) => ask(method, `/api/oauth2-returns/${ticket}`)
const delivered = (clientId: string, code: string) => [{ event: '@oauth2', json: { state: clientId, code } }]

/** Waits long enough for an event that was sent to arrive. */
const quiet = () => new Promise(resolve => setTimeout(resolve, 200))

const agent = { 'User-Agent': 'the same browser' }
const cross = { Origin: 'https://app.example', 'Sec-Fetch-Site': 'cross-site', ...agent }

describe('the code of a user who followed a forged provider link', () => {
  const starts: [string, () => Headers][] = [
    ['a page of another site', () => cross],
    ['a program', () => agent],
    ['a program that claims to be a page of this server', () => ({ Origin: own(), 'Sec-Fetch-Site': 'same-origin', ...agent })],
  ]

  test.each(starts)(
    'the code of a forged link is not delivered to %s, although address and user agent match',
    async (_, headers) => {
      const { received, returnWith } = await start(headers())
      const { status, location, cookie } = await returnWith('the-code', agent)
      expect(status).toBe(307)
      expect(location).toMatch(confirmPage)
      expect(cookie).toBe('')
      await quiet()
      expect(received()).toEqual([])
    },
  )

  test('the code of a forged link is not delivered with the cookie of another flow', async () => {
    const attacker = await start(cross)
    const victim = await start({ Origin: own(), 'Sec-Fetch-Site': 'same-origin' })
    const [, value = ''] = cookieOf(victim.setCookie).split('=')
    const forged = `coffer-oauth2-${attacker.clientId.slice(0, 12)}=${value}; ${cookieOf(victim.setCookie)}`
    expect((await attacker.returnWith('the-code', { Cookie: forged })).location).toMatch(confirmPage)
    await quiet()
    expect([attacker.received(), victim.received()]).toEqual([[], []])
  })

  test('the code of a forged link is not delivered with a cookie set by another subdomain', async () => {
    const host = { Host: 'api.site.example' }
    const insecure = await start({ ...host, Origin: 'http://api.site.example', 'Sec-Fetch-Site': 'same-origin' })
    const planted = { ...host, Cookie: cookieOf(insecure.setCookie), 'Sec-Fetch-Site': 'cross-site' }
    expect((await insecure.returnWith('the-code', planted)).location).toMatch(confirmPage)
    const secure = await start({ ...host, Origin: 'https://api.site.example', 'Sec-Fetch-Site': 'same-origin' })
    const withoutPrefix = cookieOf(secure.setCookie).replace('__Host-', '')
    expect((await secure.returnWith('the-code', { ...planted, Cookie: withoutPrefix })).location).toMatch(confirmPage)
    await quiet()
    expect([insecure.received(), secure.received()]).toEqual([[], []])
  })

  const disguises: [string, Headers][] = [
    ['forged Sec-Fetch-Site', { Origin: cross.Origin, 'Sec-Fetch-Site': 'same-origin' }],
    ['the attacker site as Host', { Origin: cross.Origin, Host: 'app.example', 'Sec-Fetch-Site': 'same-origin' }],
    ['the attacker site as Host, without Sec-Fetch-Site', { Origin: cross.Origin, Host: 'app.example' }],
  ]
  const forms: [string, Headers][] = [
    ['a form', { Origin: cross.Origin, 'Sec-Fetch-Site': 'cross-site' }],
    ['a form in a browser without Sec-Fetch-Site', { Origin: cross.Origin }],
  ]

  test.each(disguises.flatMap(([program, disguise]) => forms.map(([form, headers]) => ({ program, disguise, form, headers }))))(
    'a flow that a program has started with $program does not give its cookie to $form of that site',
    async ({ disguise, headers }) => {
      const { clientId, setCookie, received, returnWith } = await start(disguise)
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams({ clientId, subscriptions: '@oauth2' }).toString()
      const { status, cookie } = await ask('POST', '/api/realtime', { ...type, ...headers }, body)
      expect([status, cookie]).toEqual([204, ''])
      // The subscription has begun a new flow, so the program's own cookie is useless too.
      expect((await returnWith('the-code', { Cookie: cookieOf(setCookie) })).location).toMatch(confirmPage)
      await quiet()
      expect(received()).toEqual([])
    },
  )

  test('a flow continues while its own page subscribes again, and the held return of another page stays', async () => {
    const own = { Host: 'site.example', Origin: 'https://site.example', 'Sec-Fetch-Site': 'same-origin' }
    for (const headers of [own, cross]) {
      const { clientId, setCookie, returnWith } = await start(headers)
      const ticket = ticketOf((await returnWith('the-code')).location)
      const body = JSON.stringify({ clientId, subscriptions: ['@oauth2', 'posts/*'] })
      const { cookie } = await ask('POST', '/api/realtime', { 'Content-Type': 'application/json', ...headers }, body)
      expect(cookie).toBe(setCookie)
      expect((await decide('GET', ticket)).status).toBe(200)
    }
  })

  test('a request of another site does not set the cookie that delivers a code', async () => {
    for (const headers of [
      cross,
      { ...cross, 'Sec-Fetch-Site': 'same-origin' },
      { Origin: 'null' },
      { ...agent, 'Sec-Fetch-Site': 'none' },
      { Origin: 'http://127.0.0.1:1' },
    ]) {
      expect((await start(headers)).setCookie).toBe('')
    }
  })
})

describe('the browser that started the sign-in', () => {
  test.each([
    ['in a page of this server', () => ({ Origin: own(), 'Sec-Fetch-Site': 'same-origin' }), 'coffer-oauth2-'],
    ['without Sec-Fetch-Site', () => ({ Origin: own() }), 'coffer-oauth2-'],
    [
      'behind a proxy that speaks HTTPS',
      () => ({ Origin: 'https://site.example', Host: 'site.example', 'Sec-Fetch-Site': 'same-origin' }),
      '__Host-coffer-oauth2-',
    ],
  ])('the code is delivered at once to the browser that started the sign-in %s', async (_, headers, prefix) => {
    const { clientId, setCookie, received, returnWith } = await start(headers())
    expect(setCookie.startsWith(prefix)).toBe(true)
    expect(setCookie).toMatch(/; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax/)
    expect(setCookie.endsWith('; Secure')).toBe(prefix.startsWith('__Host-'))
    const { location, cookie } = await returnWith('the-code', { Cookie: `other=1; ${cookieOf(setCookie)}; more=2` })
    expect(location).toBe(success)
    expect(cookie).toContain('Max-Age=0')
    await expect.poll(received).toEqual(delivered(clientId, 'the-code'))
    expect((await returnWith('again', { Cookie: cookieOf(setCookie) })).location).toBe(failure)
    await quiet()
    expect(received()).toHaveLength(1)
  })

  test('the code is delivered after a form post of the provider', async () => {
    const { clientId, setCookie, received } = await start({ Origin: own(), 'Sec-Fetch-Site': 'same-origin' })
    const body = new URLSearchParams({ state: clientId, code: 'a&b=c', unknown: 'x' }).toString()
    const posted = await ask('POST', '/api/oauth2-redirect', { 'Content-Type': 'application/x-www-form-urlencoded' }, body)
    expect(posted.status).toBe(303)
    const { pathname, search } = new URL(posted.location, `${own()}/api/oauth2-redirect`)
    const { location } = await ask('GET', pathname + search, { Cookie: cookieOf(setCookie) })
    expect(location).toBe(success)
    await expect.poll(received).toEqual(delivered(clientId, 'a&b=c'))
  })
})

describe('the confirmation of an OAuth2 return', () => {
  test('the confirmation names the app and the provider, and delivers the code once', async () => {
    const { clientId, received, returnWith } = await start(cross)
    const ticket = ticketOf((await returnWith('the-code', { Referer: 'https://github.com/login' })).location)
    const shown = await decide('GET', ticket)
    expect(shown.status).toBe(200)
    expect(shown.headers['cache-control']).toContain('no-store')
    expect(JSON.parse(shown.text)).toEqual({
      application: 'https://app.example',
      appName: 'Small Magazine',
      providers: ['GitHub'],
    })
    expect((await decide('POST', ticket)).status).toBe(204)
    await expect.poll(received).toEqual(delivered(clientId, 'the-code'))
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, text: body } = await decide(method, ticket)
      expect(status).toBe(404)
      expect(JSON.parse(body).message).toContain('Start it again in the app.')
    }
    await quiet()
    expect(received()).toHaveLength(1)
  })

  test('a canceled confirmation notifies the app without the code', async () => {
    const { clientId, received, returnWith } = await start(cross)
    const ticket = ticketOf((await returnWith('the-code')).location)
    expect(JSON.parse((await decide('GET', ticket)).text).providers.length).toBeGreaterThan(1)
    expect((await decide('DELETE', ticket)).status).toBe(204)
    await expect.poll(received).toEqual([{ event: '@oauth2', json: { state: clientId, code: '', error: 'access_denied' } }])
    expect((await decide('POST', ticket)).status).toBe(404)
  })

  test('only the latest return from a provider can be confirmed, and only with its own ticket', async () => {
    const { clientId, received, returnWith } = await start(cross)
    const [first, last] = [ticketOf((await returnWith('first')).location), ticketOf((await returnWith('last')).location)]
    const guesses = [first, clientId, `${clientId}${'x'.repeat(40)}`, last.slice(0, -1), `${last}x`, 'unknown', '%00']
    for (const guess of guesses) expect((await decide('POST', guess)).status, guess).toBe(404)
    expect((await decide('POST', last)).status).toBe(204)
    await expect.poll(received).toEqual(delivered(clientId, 'last'))
  })

  test('a return cannot be confirmed after the app has stopped waiting', async () => {
    const { clientId, received, returnWith } = await start(cross)
    const ticket = ticketOf((await returnWith('the-code')).location)
    const body = JSON.stringify({ clientId, subscriptions: ['posts/*'] })
    await ask('POST', '/api/realtime', { 'Content-Type': 'application/json', ...cross }, body)
    expect((await decide('POST', ticket)).status).toBe(404)
    await quiet()
    expect(received()).toEqual([])
  })
})

test('a code returned together with an error is not delivered', async () => {
  const { clientId, received } = await start(cross)
  const { location } = await ask('GET', `/api/oauth2-redirect?state=${clientId}&code=the-code&error=odd`)
  expect(location).toBe(failure)
  await expect.poll(received).toEqual([{ event: '@oauth2', json: { state: clientId, code: '', error: 'odd' } }])
})

test('tickets and codes are not logged', async () => {
  const { returnWith } = await start(cross)
  const ticket = ticketOf((await returnWith('a-code-for-the-log')).location)
  await decide('GET', ticket)
  await decide('POST', ticket)
  await ask('GET', '/api/collections/tags/records?seen=by-the-log')
  const log = () => JSON.stringify(queryDatabase(copy.dataDir, 'logs', 'SELECT message, data FROM _logs'))
  await expect.poll(log, { timeout: 15_000 }).toContain('by-the-log')
  expect(log()).not.toContain(ticket)
  expect(log()).not.toContain('a-code-for-the-log')
})

test('the pages at the end of a sign-in cannot be framed', async () => {
  const { headers } = await ask('GET', '/_/')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})
