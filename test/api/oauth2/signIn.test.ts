import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { openProvider } from '../../exchanges/runner/openProvider.ts'
import { type ApiAnswer, askApi } from '../../harness/askApi.ts'
import { copySample, type Preparation } from '../../harness/copySample.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'

const cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})

const clientSecret = 'the-client-secret'

const enabling = (provider: string, host: string): Preparation => {
  const group = {
    ...{ enabled: true, clientId: 'the-client', clientSecret },
    ...{ authUrl: `http://${host}/auth`, tokenUrl: `http://${host}/token`, userApiUrl: `http://${host}/user` },
  }
  const sql = `UPDATE _params SET value = json_set(value, '$.${provider}Auth', json('${JSON.stringify(group)}')) WHERE key = 'settings'`
  return { db: 'data', sql }
}

const serve = async (host: string, more: Preparation[] = []) => {
  const { dataDir, remove } = await copySample('magazine', [enabling('oidc', host), ...more])
  cleanUp.push(remove)
  const { port, stop } = await startServer({ dataDir, threads: 'pool' })
  cleanUp.push(stop)
  const signIn = (user: object, token?: string): Promise<ApiAnswer> => {
    const body = { provider: 'oidc', code: JSON.stringify(user), codeVerifier: 'v', redirectUrl: 'https://app.example/back' }
    return askApi(port, 'POST', '/api/collections/users/auth-with-oauth2', { body, token })
  }
  const rows = (sql: string) => queryDatabase(dataDir, 'data', sql)
  return { dataDir, port, stop, signIn, rows }
}

const openHonest = async () => {
  const { host, close } = await openProvider()
  cleanUp.push(close)
  return host
}

const open = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  cleanUp.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const nina = { sub: 'made-1', preferred_username: 'nina', email: 'nina@fresh.example', email_verified: true }

test('first sign-ins of one person at once make one account', async () => {
  const { signIn, rows } = await serve(await openHonest())
  const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(nina)))
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  const accounts = answers.map(({ json }) => json as { meta: { isNew: boolean }; record: { id: string } })
  expect(accounts.filter(({ meta }) => meta.isNew)).toHaveLength(1)
  expect(new Set(accounts.map(({ record }) => record.id)).size).toBe(1)
  expect(rows("SELECT count(*) FROM _externalAuths WHERE providerId = 'made-1'")).toEqual([[1]])
})

test('an account that may not come in yet is refused, and what became of it stays', async () => {
  const { signIn, rows } = await serve(await openHonest(), [
    {
      db: 'data',
      sql: "UPDATE _collections SET options = json_set(options, '$.onlyVerified', json('true')) WHERE name = 'users'",
    },
    {
      ...{ db: 'data' },
      sql: `INSERT INTO _externalAuths (id, collectionId, recordId, provider, providerId)
        VALUES ('link00000000001', '_pb_users_auth_', 'frank0000000001', 'oidc', 'made-1')`,
    },
  ])
  const [[before] = []] = rows("SELECT tokenKey FROM users WHERE id = 'frank0000000001'")
  const answer = await signIn(nina)
  expect(answer).toMatchObject({ status: 403, json: { code: 403, message: 'Please verify your account first.', data: {} } })
  const [[after] = []] = rows("SELECT tokenKey FROM users WHERE id = 'frank0000000001'")
  expect(after).not.toBe(before)
})

test('nothing waits for a provider that takes its time', async () => {
  const honest = await openHonest()
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const host = await open(async (request, response) => {
    const body = await text(request)
    asked.resolve()
    await released.promise
    const answer = await fetch(`http://${honest}${request.url}`, {
      ...{ method: request.method ?? '', headers: { Authorization: request.headers.authorization ?? '' } },
      ...(request.method === 'POST' && { body: new URLSearchParams(body) }),
    })
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text())
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

test('nothing that somebody sends becomes an address that the server calls', async () => {
  const called: string[] = []
  const canary = await open((request, response) => {
    called.push(request.url ?? '')
    response.end('{}')
  })
  const { port, dataDir } = await serve(await openHonest())
  const address = `http://${canary}/called`
  const user = { ...nina, picture: address, website: address, email: `nina@${canary.replace(':', '.')}` }
  const questions: [string, string, object][] = [
    ['POST', 'auth-with-oauth2', { provider: 'oidc', code: JSON.stringify(user), codeVerifier: address, redirectUrl: address }],
    ['POST', 'auth-with-oauth2', { provider: address, code: address, codeVerifier: address, redirectUrl: address }],
    ['POST', 'auth-with-password', { identity: address, password: address, tokenUrl: address }],
    ['POST', 'request-verification', { email: `a@${canary}`, actionUrl: address }],
    ['POST', 'confirm-verification', { token: address }],
    ['POST', 'records', { username: address, avatar: address, website: address, password: address, passwordConfirm: address }],
    ['GET', `records?filter=${encodeURIComponent(`name = "${address}"`)}&expand=${encodeURIComponent(address)}`, {}],
  ]
  const headers = { Referer: address, Origin: address, Host: canary, 'X-Forwarded-For': canary, 'X-Forwarded-Host': canary }
  const token = signToken(dataDir, 'auth', 'users:alice')
  for (const [method, path, body] of questions) {
    const question = { headers, token, ...(method === 'POST' && { body }) }
    const { status } = await askApi(port, method, `/api/collections/users/${path}`, question)
    expect(status).toBeLessThan(500)
  }
  expect(called).toEqual([])
})

describe('a provider that', () => {
  const token = { access_token: 'the-access-token', token_type: 'Bearer' }
  const hostile: [string, RequestListener, string][] = [
    ['sends elsewhere', (_, response) => response.writeHead(307, { Location: '/canary' }).end(), 'sends elsewhere with 307'],
    [
      'answers without end',
      (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('x'.repeat(2_000_000)),
      'more than can be of use',
    ],
    [
      'answers a token that is no header',
      ({ url }, response) =>
        url === '/token'
          ? response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ ...token, token_type: 'x\r\nHost: y' }))
          : response.end('{}'),
      'no answer',
    ],
    [
      'answers its token as broken JSON',
      (_, response) => response.setHeader('Content-Type', 'application/json').end('the-access-token'),
      'no JSON',
    ],
    [
      'answers a user of another form',
      ({ url }, response) =>
        response
          .setHeader('Content-Type', 'application/json')
          .end(JSON.stringify(url === '/token' ? token : { sub: ['the-user'] })),
      'unknown form: sub',
    ],
    ['breaks off', ({ socket }) => socket.destroy(), 'no answer'],
    ['refuses the code', (_, response) => response.writeHead(401).end('{"error":"invalid_client"}'), 'refuses the code with 401'],
  ]

  test.each(hostile)('%s signs in nobody; the log says why and no secret', async (_, listener, reason) => {
    const asked: string[] = []
    const host = await open((request, response) => {
      asked.push(request.url ?? '')
      listener(request, response)
    })
    const { dataDir, stop, signIn } = await serve(host, [{ db: 'logs', sql: 'DELETE FROM _logs' }])
    const { status, json } = await signIn({ ...nina, secret: 'the-code' })
    expect([status, json]).toEqual([400, { code: 400, message: 'Something went wrong while processing your request.', data: {} }])
    expect(asked).not.toContain('/canary')
    await stop()
    cleanUp.pop()
    const log = JSON.stringify(queryDatabase(dataDir, 'logs', 'SELECT message, data FROM _logs'))
    expect(log).toContain(reason)
    for (const secret of [clientSecret, 'the-code', 'the-access-token', 'the-user', 'nina@']) expect(log).not.toContain(secret)
  })
})
