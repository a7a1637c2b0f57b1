import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { endpoints } from '../../../packages/server/api/routes.ts'
import { openProvider } from '../../exchanges/runner/openProvider.ts'
import { type ApiResponse, askApi, type RequestOptions } from '../../harness/askApi.ts'
import { copySample, type Preparation } from '../../harness/copySample.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

const clientSecret = 'the-client-secret'

function enabling(provider: string, host: string): Preparation {
  const group = {
    enabled: true,
    clientId: 'the-client',
    clientSecret,
    authUrl: `http://${host}/auth`,
    tokenUrl: `http://${host}/token`,
    userApiUrl: `http://${host}/user`,
  }
  const sql = `UPDATE _params SET value = json_set(value, '$.${provider}Auth', json('${JSON.stringify(group)}')) WHERE key = 'settings'`
  return { db: 'data', sql }
}

async function serve(host: string, more: Preparation[] = []) {
  const { dataDir, remove } = await copySample('magazine', [enabling('oidc', host), ...more])
  cleanUp.push(remove)
  const { port, stop } = await startServer({ dataDir, threads: 'pool' })
  cleanUp.push(stop)
  const signIn = (user: object, token?: string): Promise<ApiResponse> => {
    const body = { provider: 'oidc', code: JSON.stringify(user), codeVerifier: 'v', redirectUrl: 'https://app.example/back' }
    return askApi(port, 'POST', '/api/collections/users/auth-with-oauth2', { body, token })
  }
  const rows = (sql: string) => queryDatabase(dataDir, 'data', sql)
  return { dataDir, port, stop, signIn, rows }
}

async function openHonest() {
  const { host, close } = await openProvider()
  cleanUp.push(close)
  return host
}

async function open(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  cleanUp.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const nina = { sub: 'made-1', preferred_username: 'nina', email: 'nina@fresh.example', email_verified: true }

test('concurrent first sign-ins of one user create one auth record', async () => {
  const { signIn, rows } = await serve(await openHonest())
  const responses = await Promise.all(Array.from({ length: 50 }, () => signIn(nina)))
  expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(200))
  const accounts = responses.map(({ json }) => json as { meta: { isNew: boolean }; record: { id: string } })
  expect(accounts.filter(({ meta }) => meta.isNew)).toHaveLength(1)
  expect(new Set(accounts.map(({ record }) => record.id)).size).toBe(1)
  expect(rows("SELECT count(*) FROM _externalAuths WHERE providerId = 'made-1'")).toEqual([[1]])
})

test('a rejected first sign-in still stores the auth record and its link', async () => {
  const { signIn, rows } = await serve(await openHonest(), [
    {
      db: 'data',
      sql: "UPDATE _collections SET options = json_set(options, '$.onlyVerified', json('true')) WHERE name = 'users'",
    },
    {
      db: 'data',
      sql: `INSERT INTO _externalAuths (id, collectionId, recordId, provider, providerId)
        VALUES ('link00000000001', '_pb_users_auth_', 'frank0000000001', 'oidc', 'made-1')`,
    },
  ])
  const [[before] = []] = rows("SELECT tokenKey FROM users WHERE id = 'frank0000000001'")
  const response = await signIn(nina)
  expect(response).toMatchObject({ status: 403, json: { code: 403, message: 'Please verify your account first.', data: {} } })
  const [[after] = []] = rows("SELECT tokenKey FROM users WHERE id = 'frank0000000001'")
  expect(after).not.toBe(before)
})

test('a slow provider does not block other requests', async () => {
  const honest = await openHonest()
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const host = await open(async (request, response) => {
    const body = await text(request)
    asked.resolve()
    await released.promise
    const upstream = await fetch(`http://${honest}${request.url}`, {
      method: request.method ?? '',
      headers: { Authorization: request.headers.authorization ?? '' },
      ...(request.method === 'POST' && { body: new URLSearchParams(body) }),
    })
    response.writeHead(upstream.status, { 'Content-Type': 'application/json' }).end(await upstream.text())
  })
  const { dataDir, port, signIn } = await serve(host)
  const signedIn = signIn(nina)
  await asked.promise
  const collection = { name: 'meanwhile', type: 'base', schema: [{ name: 'title', type: 'text' }] }
  const token = signToken(dataDir, 'auth', 'admin')
  expect(await askApi(port, 'POST', '/api/collections', { body: collection, token })).toMatchObject({ status: 200 })
  released.resolve()
  expect(await signedIn).toMatchObject({ status: 200, json: { meta: { isNew: true } } })
})

describe('URLs in requests', () => {
  const names = [
    'identity',
    'password',
    'passwordConfirm',
    'oldPassword',
    'token',
    'email',
    'newEmail',
    'username',
    'id',
    'name',
    'avatar',
    'provider',
    'codeVerifier',
    'redirectUrl',
    'state',
    'error',
    'actionUrl',
    'tokenUrl',
    'endpoint',
    'clientId',
    'url',
    'website',
    'body',
    'cover',
    'subscriptions',
    'collections',
    'template',
    's3',
    'smtp',
  ]
  const known: Record<string, string> = { collection: 'users', id: 'alice0000000001', recordId: 'alice0000000001' }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const fill = (path: string, value: (name: string) => string) => path.replace(/:(\w+)/g, (_, name: string) => value(name))

  const pointingToken = (address: string): string => {
    const [header, claims] = [
      { alg: 'RS256', jku: address, x5u: address, kid: address },
      { iss: address, id: address },
    ]
    return `${encode(header)}.${encode(claims)}.c2lnbmVk`
  }

  /** Returns a body as JSON and as a form; the form is a valid sign-in. */
  const bodiesOf = (address: string, code: string): [object, FormData] => {
    const json = { ...Object.fromEntries(names.map(name => [name, address])), code }
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...json, provider: 'oidc' })) form.append(name, value)
    for (const name of ['avatar', 'cover', 'file']) form.append(name, new Blob([address]), address)
    return [json, form]
  }

  test('no URL in a request to any route is called by the server', async () => {
    const called: string[] = []
    const canary = await open((request, response) => {
      called.push(request.url ?? '')
      response.end('{}')
    })
    const { port, dataDir, stop, signIn } = await serve(await openHonest())
    const address = `http://${canary}/called`
    await fetch(address)
    expect(called.splice(0)).toEqual(['/called'])
    const user = { ...nina, picture: address, website: address, profile: address }
    expect(await signIn(user)).toMatchObject({ status: 200, json: { meta: { avatarUrl: address } } })

    const tokens = [undefined, signToken(dataDir, 'auth', 'users:alice'), pointingToken(address)]
    const said = {
      state: address,
      token: address,
      filter: `website = "${address}"`,
      expand: address,
      fields: address,
      thumb: address,
    }
    const headers = { Referer: address, Origin: address, Host: canary, 'X-Forwarded-For': canary, 'X-Forwarded-Host': canary }
    const ask = async (method: string, path: string, requestOptions: RequestOptions) => {
      const { status } = await askApi(port, method, `/api${path}?${new URLSearchParams(said)}`, { headers, ...requestOptions })
      expect(status, `${method} ${path}`).toBeLessThan(500)
    }
    for (const { method, path } of endpoints) {
      // DELETE requests use unknown ids, so that the sample data stays.
      const there = fill(path, name => (method === 'DELETE' ? 'unknown' : (known[name] ?? 'unknown')))
      const takesBody = method !== 'GET' && method !== 'HEAD'
      const bodies = takesBody ? bodiesOf(address, JSON.stringify(user)).map(body => ({ body })) : [{}]
      await Promise.all(tokens.flatMap(token => bodies.map(body => ask(method, there, { ...body, token }))))
      if (there !== path)
        await ask(
          method,
          fill(path, () => encodeURIComponent(address)),
          {},
        )
    }
    // The stop waits for work that continues after the response.
    await stop()
    cleanUp.pop()
    expect(called).toEqual([])
  })
})

describe('a misbehaving provider', () => {
  const token = { access_token: 'the-access-token', token_type: 'Bearer' }
  const hostile: [string, RequestListener, string][] = [
    [
      'redirects',
      (_, response) => response.writeHead(307, { Location: '/canary' }).end(),
      'redirected the request with status 307',
    ],
    [
      'sends an endless response',
      (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('x'.repeat(2_000_000)),
      'is too large',
    ],
    [
      'returns a token type with a line break',
      ({ url }, response) =>
        url === '/token'
          ? response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ ...token, token_type: 'x\r\nHost: y' }))
          : response.end('{}'),
      'did not respond',
    ],
    [
      'returns malformed JSON',
      (_, response) => response.setHeader('Content-Type', 'application/json').end('the-access-token'),
      'invalid JSON',
    ],
    [
      'returns a user in an unknown format',
      ({ url }, response) =>
        response
          .setHeader('Content-Type', 'application/json')
          .end(JSON.stringify(url === '/token' ? token : { sub: ['the-user'] })),
      'unexpected data: sub',
    ],
    ['disconnects', ({ socket }) => socket.destroy(), 'did not respond'],
    [
      'rejects the code',
      (_, response) => response.writeHead(401).end('{"error":"invalid_client"}'),
      'rejected the code with status 401',
    ],
  ]

  test.each(hostile)(
    'a provider that %s signs in nobody, and the log contains the reason but no secret',
    async (_, listener, reason) => {
      const asked: string[] = []
      const host = await open((request, response) => {
        asked.push(request.url ?? '')
        listener(request, response)
      })
      const { dataDir, stop, signIn } = await serve(host, [{ db: 'logs', sql: 'DELETE FROM _logs' }])
      const { status, json } = await signIn({ ...nina, secret: 'the-code' })
      expect([status, json]).toEqual([
        400,
        { code: 400, message: 'Something went wrong while processing your request.', data: {} },
      ])
      expect(asked).not.toContain('/canary')
      await stop()
      cleanUp.pop()
      const log = JSON.stringify(queryDatabase(dataDir, 'logs', 'SELECT message, data FROM _logs'))
      expect(log).toContain(reason)
      for (const secret of [clientSecret, 'the-code', 'the-access-token', 'the-user', 'nina@']) expect(log).not.toContain(secret)
    },
  )
})
