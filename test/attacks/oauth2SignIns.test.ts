import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type Preparation } from '../harness/copySample.ts'
import { publicView } from '../harness/slowView.ts'
import { startServer } from '../harness/startServer.ts'

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A request to the token URL of the provider. */
interface Exchange {
  code: string
  /** Whether the client secret is in the header. */
  isByHeader: boolean
}

interface ProviderSetup {
  /** Whether the provider accepts the client secret in the header; otherwise only in the body. */
  acceptsHeader?: boolean
  /** Settles when an exchange may be answered. */
  answers?: (exchange: Exchange) => Promise<unknown>
}

/** Starts a provider whose codes are `good-NAME`, each accepted once. */
async function openProvider(setup: ProviderSetup = {}) {
  const { answers = () => Promise.resolve() } = setup
  const exchanges: Exchange[] = []
  const used = new Set<string>()
  const load = { current: 0, highest: 0 }
  const exchange = async (form: URLSearchParams, isByHeader: boolean) => {
    const code = form.get('code') ?? ''
    exchanges.push({ code, isByHeader })
    load.current += 1
    load.highest = Math.max(load.highest, load.current)
    await answers({ code, isByHeader })
    load.current -= 1
    if (isByHeader !== (setup.acceptsHeader ?? true)) return [401, { error: 'invalid_client' }] as const
    if (!code.startsWith('good-') || used.has(code)) return [400, { error: 'invalid_grant' }] as const
    used.add(code)
    return [200, { access_token: code, token_type: 'Bearer' }] as const
  }
  const host = await listen(async (request, response) => {
    response.setHeader('Content-Type', 'application/json')
    if (request.method === 'GET') {
      const name = (request.headers.authorization ?? '').replace('Bearer good-', '')
      response.end(JSON.stringify({ sub: name, preferred_username: name, email: `${name}@people.example`, email_verified: true }))
      return
    }
    const form = new URLSearchParams(await text(request))
    const [status, reply] = await exchange(form, request.headers.authorization !== undefined)
    response.writeHead(status).end(JSON.stringify(reply))
  })
  return { host, exchanges, load }
}

function enabling(host: string): Preparation {
  const urls = { authUrl: `http://${host}/auth`, tokenUrl: `http://${host}/token`, userApiUrl: `http://${host}/user` }
  const group = { enabled: true, clientId: 'the-client', clientSecret: 'the-secret', ...urls }
  const sql = `UPDATE _params SET value = json_set(value, '$.oidcAuth', json('${JSON.stringify(group)}')) WHERE key = 'settings'`
  return { db: 'data', sql }
}

async function serve(host: string, more: Preparation[] = []): Promise<RunningCoffer> {
  const copy = await copySample('magazine', [enabling(host), ...more])
  const coffer = await startCoffer(copy.dataDir)
  onTestFinished(async () => {
    await coffer.end('SIGKILL')
    await copy.remove()
  })
  return coffer
}

const signIn = ({ port }: Pick<RunningCoffer, 'port'>, code: string, address = '198.51.100.1') =>
  askApi(port, 'POST', '/api/collections/users/auth-with-oauth2', {
    body: { provider: 'oidc', code, codeVerifier: 'v', redirectUrl: 'https://app.example/back' },
    headers: { 'X-Forwarded-For': address },
  })

test("a one-time code is exchanged once while other clients' reads of a view are rejected in the same thread", async () => {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const provider = await openProvider({
    answers: () => {
      asked.resolve()
      return released.promise
    },
  })
  const coffer = await serve(provider.host, publicView('numbers', "SELECT 'a' AS id"))
  const read = (query: string) => askApi(coffer.port, 'GET', `/api/collections/numbers/records?${query}`)
  // Starts a process. The server waits only ten seconds for the provider.
  expect((await read('')).status).toBe(200)
  const signedIn = signIn(coffer, 'good-nina')
  await asked.promise
  // Each spelling is a new kind of read, which a thread rejects before it runs in a process.
  const spellings = Array.from({ length: 60 }, (_, index) => String.fromCharCode(97 + (index % 26)).repeat(1 + (index % 7)))
  const reads = spellings.map(name => read(`${name}=1`))
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(spellings.map(() => 200))
  released.resolve()
  expect(await signedIn).toMatchObject({ status: 200, json: { meta: { isNew: true, username: 'nina' } } })
  expect(provider.exchanges).toEqual([{ code: 'good-nina', isByHeader: true }])
})

/** Sends requests of another user until an attack ends. Returns how many were answered before. */
async function countServed({ port }: RunningCoffer, attack: Promise<unknown>): Promise<number> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  attack.then(end, end)
  for (let served = 0; ; served += 1) {
    expect((await askApi(port, 'GET', `/api/collections/tags/records?served=${served}`)).status).toBe(200)
    if (isOver) return served
  }
}

test('invalid codes count as failed passwords do, and few of a client ask the provider at once', async () => {
  const provider = await openProvider({ answers: () => wait(20) })
  const coffer = await serve(provider.host)
  const responses: Awaited<ReturnType<typeof signIn>>[] = []
  const attack = Promise.all(
    Array.from({ length: 60 }, async (_, loop) => {
      for (let turn = 0; turn < 10; turn += 1) responses.push(await signIn(coffer, `bad-${loop}-${turn}`))
    }),
  )
  const started = performance.now()
  expect(
    await countServed(coffer, attack),
    'requests of another user that were answered before the attack ended',
  ).toBeGreaterThan(5)
  await attack
  expect(provider.load.highest).toBeLessThanOrEqual(8)
  const maxAttempts = 100 + Math.ceil((performance.now() - started) / 6_000)
  // Each attempt tries the secret in both places, because no code has been accepted yet.
  expect(provider.exchanges.length).toBeLessThanOrEqual(2 * maxAttempts)
  for (const { status, headers, json } of responses) {
    expect([400, 429]).toContain(status)
    if (status === 429)
      expect([Number(headers.get('retry-after')) > 0, /Please try again/.test(`${json.message}`)]).toEqual([true, true])
  }
  expect(responses.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(maxAttempts)

  // Passwords share the count of the address; another address is not affected. The count is full for at least two more seconds.
  while (Number((await signIn(coffer, 'bad')).headers.get('retry-after')) < 3);
  const password = { body: { identity: 'nobody', password: 'wrong' }, headers: { 'X-Forwarded-For': '198.51.100.1' } }
  expect((await askApi(coffer.port, 'POST', '/api/collections/users/auth-with-password', password)).status).toBe(429)
  expect((await signIn(coffer, 'good-nina', '203.0.113.9')).status).toBe(200)
})

test('a provider gets few requests at once from fifty attackers, and the sign-in of another user is next', async () => {
  const answerMs = 100
  const full = Promise.withResolvers<void>()
  const provider = await openProvider({
    answers: async () => {
      // A busy server asks so slowly that the first answers would come before it has asked as often as it may.
      if (provider.load.current === 24) full.resolve()
      await full.promise
      await wait(answerMs)
    },
  })
  const coffer = await serve(provider.host)
  const attackers = Array.from({ length: 50 }, (_, host) => `203.0.113.${host}`)
  const attack = Promise.all(
    attackers.flatMap(address => Array.from({ length: 10 }, (_, turn) => signIn(coffer, `bad-${turn}`, address))),
  )
  await expect.poll(() => provider.load.highest).toBe(24)
  for (const name of ['good-a', 'good-b', 'good-c']) {
    const before = provider.exchanges.length
    expect((await signIn(coffer, name)).status).toBe(200)
    // Sign-ins that are asking the provider continue, and an attacker without a turn so far is as new as this user.
    const others = provider.exchanges.findIndex(({ code }) => code === name) - before
    expect(others, 'exchanges before that of the user').toBeLessThan(200)
  }
  expect((await attack).every(({ status }) => status === 400 || status === 503)).toBe(true)
  expect(provider.load.highest).toBe(24)
}, 60_000)

test('users of an office sign in at once, behind one address', async () => {
  const provider = await openProvider({ answers: () => wait(50) })
  const coffer = await serve(provider.host)
  const responses = await Promise.all(Array.from({ length: 50 }, (_, user) => signIn(coffer, `good-user${user}`)))
  expect(responses.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
  expect(provider.load.highest).toBeLessThanOrEqual(8)
})

test('hundreds of users who sign up at once are all accepted, although their transactions conflict', async () => {
  const provider = await openProvider()
  const coffer = await serve(provider.host)
  const users = Array.from({ length: 400 }, (_, user) => signIn(coffer, `good-user${user}`, `203.0.113.${user % 200}`))
  expect((await Promise.all(users)).filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
}, 60_000)

test('a provider that accepts the secret only in the body gets one request for each code after the first', async () => {
  const provider = await openProvider({ acceptsHeader: false })
  const { dataDir, remove } = await copySample('magazine', [enabling(provider.host)])
  onTestFinished(remove)
  const server = await startServer({ dataDir })
  onTestFinished(server.stop)
  const ask = (code: string) => signIn(server, code)
  expect((await ask('good-a')).status).toBe(200)
  expect((await ask('bad-b')).status).toBe(400)
  expect((await ask('good-c')).status).toBe(200)
  expect(provider.exchanges.map(({ code, isByHeader }) => `${code} in the ${isByHeader ? 'header' : 'body'}`)).toEqual([
    'good-a in the header',
    'good-a in the body',
    'bad-b in the body',
    'good-c in the body',
  ])
})

test('a provider that changes where it accepts the secret is asked in both places again', async () => {
  const setup = { acceptsHeader: true }
  const provider = await openProvider(setup)
  const { dataDir, remove } = await copySample('magazine', [enabling(provider.host)])
  onTestFinished(remove)
  const server = await startServer({ dataDir })
  onTestFinished(server.stop)
  expect((await signIn(server, 'good-a')).status).toBe(200)
  setup.acceptsHeader = false
  expect((await signIn(server, 'good-b')).status).toBe(200)
})
