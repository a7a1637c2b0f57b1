import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { providerKeys, tokenKinds } from '@coffer/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../packages/server/api/routes.ts'
import { addressOf } from '../harness/addressOf.ts'
import { type ApiResponse, askApi, type RequestOptions } from '../harness/askApi.ts'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { type MailServer, openMailServer } from '../harness/openMailServer.ts'
import { databaseOf } from '../harness/postgres/testDatabases.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { signToken, type TokenKind } from '../harness/signToken.ts'

/** A text that every secret of this server contains, and nothing else. */
const marker = 'canary'
const canary = (secret: string): string => `${marker}-${secret}-`.padEnd(50, '0')
const encryptionKey = `${marker}-of-encryption`.padEnd(32, '0')
const password = canary('password')

/** Represents a third-party server that rejects every request and quotes it in its response. */
async function openQuoter() {
  const server = createServer(async (request, response) => {
    const quoted = `${request.url} ${JSON.stringify(request.headers)} ${await textOf(request)}`
    response.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify({ error: quoted, message: quoted }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** Returns the address of the PostgreSQL database with a password, which the server of the tests ignores; nothing for SQLite. */
function databaseWithPassword(dataDir: string): string[] {
  const database = databaseOf(dataDir)
  if (database === undefined) return []
  const address = new URL(database)
  address.password = canary('database')
  return ['--database', address.href]
}

let copy: SampleCopy
let coffer: RunningCoffer
let mailServer: MailServer
let quoter: Awaited<ReturnType<typeof openQuoter>>
const responses: string[] = []

async function ask(method: string, path: string, requestOptions: RequestOptions): Promise<ApiResponse> {
  const response = await askApi(coffer.port, method, path.startsWith('/today/') ? path : `/api${path}`, requestOptions)
  responses.push(`${method} ${path} ${response.status} ${JSON.stringify([...response.headers])} ${response.text}`)
  return response
}

function sign(kind: TokenKind, who: string, claims: Record<string, string> = {}) {
  const owner = who.startsWith('admin') ? 'admin' : 'record'
  const secret = canary(`${owner}${kind[0]?.toUpperCase()}${kind.slice(1)}Token`)
  return signToken(copy.dataDir, kind, who, { secret, ...claims })
}

function secretSettings() {
  const { url } = quoter
  const s3 = { bucket: 'b', region: 'r', endpoint: url, accessKey: 'key', forcePathStyle: true }
  return {
    smtp: { enabled: true, host: '127.0.0.1', port: mailServer.port, username: 'desk', password: canary('smtp'), tls: false },
    s3: { enabled: true, ...s3, secret: canary('s3') },
    backups: { s3: { enabled: false, ...s3, secret: canary('backups') } },
    ...Object.fromEntries(tokenKinds.map(kind => [kind, { secret: canary(kind), duration: 3600 }])),
    ...Object.fromEntries(
      providerKeys.map(key => [
        key,
        { enabled: true, clientId: 'id', clientSecret: canary(key), authUrl: url, tokenUrl: url, userApiUrl: url },
      ]),
    ),
  }
}

beforeAll(async () => {
  const tokenKeys = ['_admins', 'users', 'clients'].map(table => ({
    sql: `UPDATE ${table} SET tokenKey = '${canary('tokenKey')}' || id`,
  }))
  copy = await copySample('magazine', tokenKeys)
  mailServer = await openMailServer({ credentials: { username: 'desk', password: 'another' } })
  quoter = await openQuoter()
  const args = ['--dev', '--limitTries=false', '--encryptionEnv', 'CANARY_KEY', ...databaseWithPassword(copy.dataDir)]
  coffer = await startCoffer(copy.dataDir, args, { env: { ...process.env, CANARY_KEY: encryptionKey } })
  const saved = await ask('PATCH', '/settings', { token: signToken(copy.dataDir, 'auth', 'admin'), body: secretSettings() })
  expect(saved.status, saved.text).toBe(200)
  expect(saved.text.match(/"\*+"/g)).toHaveLength(3 + tokenKinds.length + providerKeys.length)
})
afterAll(async () => {
  await coffer.end('SIGKILL')
  await mailServer.close()
  quoter.close()
  await copy.remove()
})

/** A body with a value for every form field, including the secrets that people type. */
const form = () => ({
  identity: 'bob@readers.example',
  email: 'bob@readers.example',
  newEmail: 'b@readers.example',
  username: 'new_reader',
  password,
  oldPassword: password,
  passwordConfirm: password,
  provider: 'oidc',
  code: 'code',
  codeVerifier: 'verifier',
  redirectUrl: 'https://magazine.example',
  filesystem: 'storage',
  template: 'verification',
  query: 'SELECT id, name FROM users',
  collections: [{ name: '' }],
  clientId: 'id',
  teamId: '0123456789',
  keyId: '0123456789',
  duration: 60,
  privateKey: `-----BEGIN PRIVATE KEY-----\n${canary('apple')}\n-----END PRIVATE KEY-----`,
})

const nowhere: Record<string, string> = { collection: 'users', id: 'nothing00000000', provider: 'github', key: 'nothing' }
const known = (path: string): Record<string, string> => ({
  collection: 'users',
  recordId: 'bob000000000001',
  filename: 'nothing.png',
  provider: 'github',
  id: path.startsWith('/admins') ? 'admin0000000002' : 'bob000000000001',
  key: 'magazine_backup.zip',
})

/** Replaces path parameters with existing ids, unless the request would delete the target. */
function targetOf(method: string, path: string): string {
  const values = method === 'DELETE' || path.endsWith('/restore') ? nowhere : known(path)
  return path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'nothing')
}

const queries = ['', '?fields=*,*.*&perPage=500&expand=*', '?filter=tokenKey!=""', '?sort=passwordHash', '?page=x&filter=(']

function tokenOf(path: string): string {
  if (path.includes('verification')) return sign('verification', 'users:bob')
  if (path.includes('email-change')) return sign('emailChange', 'users:bob', { newEmail: 'b@readers.example', exp: '-10' })
  return sign('passwordReset', path.startsWith('/admins') ? 'admin' : 'users:bob', { exp: '-10' })
}

/**
 * Sends every request for all requesters. The first two have the most and the fewest permissions. Only they send requests that are
 * slow to reject, such as passwords; the malformed bodies are sent once, because they are rejected before the requester is known.
 */
async function askEverything(requesters: readonly (string | undefined)[]): Promise<void> {
  const odd = [{ password: [password] }, `{"password":"${password}" oops`]
  const headers = { 'Content-Type': 'application/json' }
  const asked = endpoints.flatMap(route => {
    const { method } = route
    const path = route.dialect === 'today' ? addressOf(route) : route.path
    const target = targetOf(method, path)
    if (method === 'GET' || method === 'HEAD') {
      const asking = requesters.flatMap((token, index) =>
        queries.slice(0, index < 2 ? undefined : 2).map(query => ({ token, query })),
      )
      return asking.map(
        ({ token, query }) =>
          () =>
            ask(method, target + query, { token }),
      )
    }
    const whole = { ...form(), token: tokenOf(path) }
    const sending = requesters
      .slice(0, 2)
      .flatMap((token, index) => [whole, ...(index === 0 ? odd : [])].map(body => ({ token, body })))
    return sending.map(requestOptions => () => ask(method, target, { ...requestOptions, headers }))
  })
  for (let start = 0; start < asked.length; start += 20) await Promise.all(asked.slice(start, start + 20).map(send => send()))
}

/** Returns the events that a subscriber receives while an auth record changes. */
async function listen(token: string): Promise<string> {
  const leave = new AbortController()
  const stream = await fetch(`http://127.0.0.1:${coffer.port}/api/realtime`, { signal: leave.signal })
  let received = ''
  for await (const piece of (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    received += piece
    const clientId = /"clientId":"(\w+)"/.exec(piece)?.[1]
    if (clientId !== undefined) {
      await ask('POST', '/realtime', { token, body: { clientId, subscriptions: ['users/*'] } })
      await ask('PATCH', '/collections/users/records/bob000000000001', { token, body: { name: 'Robert' } })
    }
    if (received.includes('"Robert"')) break
  }
  leave.abort()
  return received
}

const filesOf = (prefix: string): string =>
  readdirSync(copy.dataDir)
    .filter(name => name.startsWith(prefix))
    .map(name => readFileSync(join(copy.dataDir, name), 'latin1'))
    .join()

/** Returns the entries of the log and, of SQLite, everything that its files contain. */
const readLog = (): string =>
  JSON.stringify(queryDatabase(copy.dataDir, 'logs', 'SELECT message, data FROM _logs')) + filesOf('logs.db')

/** Returns the excerpts of a text that contain a secret. */
const findSecrets = (content: string, secrets: readonly string[]): string[] =>
  secrets.flatMap(secret => {
    const at = content.indexOf(secret)
    return at < 0 ? [] : [content.slice(Math.max(0, at - 200), at + 100)]
  })

test('no secret appears in a response, an event, the log, the console or the names of backups', async () => {
  const admin = sign('auth', 'admin')
  const made = { email: 'new@magazine.example', password, passwordConfirm: password }
  expect((await ask('POST', '/admins', { token: admin, body: made })).status).toBe(200)
  expect((await ask('POST', '/collections/users/records', { token: admin, body: { ...form(), ...made } })).status).toBe(200)
  const identity = { identity: made.email, password }
  for (const who of ['/admins', '/collections/users']) {
    expect((await ask('POST', `${who}/auth-with-password`, { body: identity })).status).toBe(200)
  }
  const hashes = queryDatabase(copy.dataDir, 'data', 'SELECT passwordHash FROM _admins UNION SELECT passwordHash FROM users')
  const secrets = [marker, ...hashes.flat().map(String)]

  expect(await listen(admin)).not.toContain(marker)
  const forged = sign('auth', 'admin', { secret: 'a secret that I made up, of fifty characters or so' })
  const expired = sign('auth', 'admin', { exp: '-10' })
  const requesters = [sign('auth', 'admin'), undefined, sign('auth', 'users:alice'), expired, forged]
  await askEverything(requesters)
  // The secrets were in use: the servers that rejected them received them.
  expect(mailServer.count.logins).toBeGreaterThan(0)
  expect(mailServer.taken).toEqual([])
  expect(responses.filter(response => response.startsWith('POST /settings/test/s3 400'))).not.toEqual([])
  expect(responses.filter(response => response.startsWith('POST /collections/users/auth-with-oauth2 400'))).not.toEqual([])

  const backups = readdirSync(join(copy.dataDir, 'backups'))
  const logWhileServed = readLog()
  const { stdout, stderr } = await coffer.end('SIGTERM')
  expect(stdout).toContain('[sql] writer')
  expect(queryDatabase(copy.dataDir, 'logs', 'SELECT COUNT(*) FROM _logs').flat()[0]).toBeGreaterThan(200)
  const places = {
    responses: responses.join('\n'),
    logWhileServed,
    log: readLog(),
    stdout,
    stderr,
    backups: backups.join(),
  }
  for (const [place, content] of Object.entries(places)) expect(findSecrets(content, secrets), place).toEqual([])
  expect(String(queryDatabase(copy.dataDir, 'data', "SELECT value FROM _params WHERE key = 'settings'"))).not.toContain(marker)
})
