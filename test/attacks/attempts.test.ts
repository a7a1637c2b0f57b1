import bcrypt from 'bcrypt'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { type RunningCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { sendBytes } from '../harness/sendBytes.ts'
import { signToken } from '../harness/signToken.ts'
import { startServer } from '../harness/startServer.ts'

let copies: SampleCopy[]
let servers: RunningCoffer[]

/** A server that trusts proxies on this machine, as by default. */
const server = () => servers[0] as RunningCoffer
const dataDir = () => copies[0]?.dataDir ?? ''
/** A server that trusts one proxy, which these tests do not use. */
const withOtherProxy = () => servers[1] as RunningCoffer

/** A password hash of low cost, because a normal one takes hundreds of milliseconds. */
const right = 'right-password'
const hash = '$2a$04$iWoH69gRg9Z1SYGKDHMZSem2P2JU7wTcih0SpXze81dC7gy0.GLBK'
const prepare = { sql: `UPDATE users SET passwordHash = '${hash}'` }

beforeAll(async () => {
  copies = await Promise.all([copySample('magazine', [prepare]), copySample('magazine', [prepare])])
  const args = [[], ['--trustedProxies', '10.0.0.1']]
  servers = await Promise.all(copies.map((copy, index) => startCoffer(copy.dataDir, args[index])))
})
afterAll(async () => {
  await Promise.all(servers.map(running => running.end('SIGTERM')))
  await Promise.all(copies.map(({ remove }) => remove()))
})

const users = '/api/collections/users/auth-with-password'

interface Guess {
  path?: string
  identity: string
  password?: string
  /** Values that are each sent as a separate header line. */
  forwardedFor?: readonly string[]
}

/** Sends a sign-in exactly as given and returns its status. */
async function signIn(to: RunningCoffer, { path = users, identity, password = 'wrong', forwardedFor = [] }: Guess) {
  const body = JSON.stringify({ identity, password })
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...forwardedFor.map(value => `X-Forwarded-For: ${value}`),
  ]
  return (await sendBytes(to.port, `${lines.join('\r\n')}\r\n\r\n${body}`, 60_000)).status
}

/** Asserts that variants of a guess share ten attempts, after which each variant is rejected. */
async function expectOneBucket(to: RunningCoffer, variants: readonly Guess[]) {
  const guesses = Array.from({ length: 10 }, (_, index) => variants[index % variants.length] as Guess)
  expect(await Promise.all(guesses.map(guess => signIn(to, guess)))).toEqual(guesses.map(() => 400))
  expect(await Promise.all(variants.map(guess => signIn(to, guess)))).toEqual(variants.map(() => 429))
}

test('spellings of a path, and the email and username of a record, share its attempts', async () => {
  const collections = ['users', '%75sers', '_pb_users_auth_', '%5Fpb_users_auth_']
  const paths = collections.flatMap(name => ['', '/', '?x=1'].map(end => `/api/collections/${name}/auth-with-password${end}`))
  const identities = ['bob', 'BOB', 'bob@readers.example']
  const variants = paths.flatMap((path, index) => ({
    path,
    identity: identities[index % 3] ?? '',
    forwardedFor: ['198.51.100.1'],
  }))
  const guesses = variants.slice(0, 10)
  expect(await Promise.all(guesses.map(guess => signIn(server(), guess)))).toEqual(guesses.map(() => 400))
  const later = await Promise.all(variants.map(guess => signIn(server(), { ...guess, password: right })))
  expect(later).toEqual(variants.map(() => 429))
})

test('spellings of an address behind a proxy share its attempts', async () => {
  const lines = [
    ['198.51.100.2'],
    ['198.51.100.2:4000'],
    ['198.51.100.2:4001'],
    ['203.0.113.1', '198.51.100.2'],
    ['203.0.113.2, 198.51.100.2:80'],
    ['::ffff:198.51.100.2'],
    ['[::ffff:c633:6402]:80'],
  ]
  await expectOneBucket(
    server(),
    lines.map(forwardedFor => ({ identity: 'carol', forwardedFor })),
  )
})

test('the addresses of an IPv6 network share their attempts', async () => {
  const lines = [
    ['2001:db8:0:7::1'],
    ['[2001:db8:0:7::2]:443'],
    ['2001:0DB8:0:7:ffff::3'],
    ['203.0.113.1', '2001:db8::7:0:0:0:4'],
  ]
  await expectOneBucket(
    server(),
    lines.map(forwardedFor => ({ identity: 'dave', forwardedFor })),
  )
})

test('unknown identities are limited like known ones', async () => {
  const forwardedFor = ['198.51.100.3']
  await expectOneBucket(server(), [
    { identity: 'nobody', forwardedFor },
    { identity: 'NoBody', forwardedFor },
  ])
})

test('a forwarded address is ignored unless the proxy is configured', async () => {
  await expectOneBucket(
    withOtherProxy(),
    Array.from({ length: 10 }, (_, host) => ({ identity: 'erin', forwardedFor: [`198.51.100.${host}`] })),
  )
})

test('wrong old passwords in updates share the attempts of the record with its sign-ins', async () => {
  const token = signToken(dataDir(), 'auth', 'users:frank')
  const headers = { 'X-Forwarded-For': '198.51.100.4' }
  const change = (oldPassword: string, path = 'users/records/frank0000000001') => {
    const body = { oldPassword, password: 'new-password-1', passwordConfirm: 'new-password-1' }
    return askApi(server().port, 'PATCH', `/api/collections/${path}`, { body, headers, token })
  }
  const guesses = await Promise.all(Array.from({ length: 10 }, (_, index) => change(`wrong ${index}`)))
  expect(guesses.map(({ status, json }) => [status, json.data])).toEqual(
    guesses.map(() => [400, { oldPassword: expect.objectContaining({ code: 'validation_invalid_old_password' }) }]),
  )
  expect((await change(right)).status).toBe(429)
  expect((await change(right, '_pb_users_auth_/records/frank0000000001/')).status).toBe(429)
  const forwardedFor = ['198.51.100.4']
  expect(await signIn(server(), { identity: 'frank', password: right, forwardedFor })).toBe(429)
  expect(
    (await askApi(server().port, 'PATCH', '/api/collections/users/records/frank0000000001', { body: {}, headers, token })).status,
  ).toBe(200)
})

test('requests for an email change are limited per record, whatever the addresses', async () => {
  const token = signToken(dataDir(), 'auth', 'users:grace')
  const ask = (host: number) =>
    askApi(server().port, 'POST', '/api/collections/users/request-email-change', {
      body: { newEmail: `victim-${host}@readers.example` },
      headers: { 'X-Forwarded-For': `198.51.100.${host}` },
      token,
    })
  const responses = await Promise.all(Array.from({ length: 12 }, (_, host) => ask(host)))
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(7)
})

test('confirming an email change allows only a few wrong passwords', async () => {
  const body = (password: string) => ({
    token: signToken(dataDir(), 'emailChange', 'users:alice', { newEmail: 'alice@new.example' }),
    password,
  })
  const confirm = (password: string) =>
    askApi(server().port, 'POST', '/api/collections/users/confirm-email-change', {
      body: body(password),
      headers: { 'X-Forwarded-For': '198.51.100.5' },
    })
  const guesses = await Promise.all(Array.from({ length: 10 }, (_, index) => confirm(`wrong ${index}`)))
  expect(guesses.map(({ status }) => status)).toEqual(guesses.map(() => 400))
  expect((await confirm(right)).status).toBe(429)
})

test.each([
  ['an invalid record', 'POST', 'users/records', { username: '?' }],
  ['a record that the create rule rejects', 'POST', 'users/records', { role: 'chief' }],
  ['an invalid update', 'PATCH', 'users/records/erin00000000001', { username: '?', oldPassword: right }],
])('no password is hashed for %s', async (_, method, path, values) => {
  const copy = await copySample('magazine', [prepare])
  onTestFinished(copy.remove)
  // The server runs in this thread, so that its hashes can be counted.
  const { port, stop } = await startServer({ dataDir: copy.dataDir })
  onTestFinished(stop)
  const hash = vi.spyOn(bcrypt, 'hash')
  onTestFinished(() => hash.mockRestore())
  const token = method === 'PATCH' ? signToken(copy.dataDir, 'auth', 'users:erin') : undefined
  const password = { password: 'new-password-1', passwordConfirm: 'new-password-1' }
  const send = (more: object) =>
    askApi(port, method, `/api/collections/${path}`, { body: { ...password, ...more }, token }).then(({ status }) => status)
  expect(await Promise.all(Array.from({ length: 40 }, () => send(values)))).toEqual(Array.from({ length: 40 }, () => 400))
  expect(hash).not.toHaveBeenCalled()
  expect(await send({ oldPassword: right })).toBe(200)
  expect(hash).toHaveBeenCalledOnce()
})

test('guesses of an old password in batches count, and a batch makes only one', async () => {
  const { port } = server()
  const admin = signToken(dataDir(), 'auth', 'admin')
  await askApi(port, 'PATCH', '/today/api/settings', { token: admin, body: { batch: { enabled: true } } })
  const change = (oldPassword: string) => ({
    method: 'PATCH',
    url: '/api/collections/users/records/grace0000000001',
    body: { oldPassword, password: 'new-password-1', passwordConfirm: 'new-password-1' },
  })
  const send = (...requests: object[]) =>
    askApi(port, 'POST', '/today/api/batch', {
      body: { requests },
      headers: { 'X-Forwarded-For': '198.51.100.5' },
      token: signToken(dataDir(), 'auth', 'users:grace'),
    })
  expect((await send(change('one'), change('two'))).text).toContain('A batch can change one password')
  const guesses = await Promise.all(Array.from({ length: 10 }, (_, index) => send(change(`wrong ${index}`))))
  expect(guesses.map(({ status }) => status)).toEqual(guesses.map(() => 400))
  expect((await send(change(right))).status).toBe(429)
})
