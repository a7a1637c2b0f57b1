import bcrypt from 'bcrypt'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ApiResponse } from '../../harness/askApi.ts'
import { type MailSink, openMailSink } from '../../harness/openMailSink.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { type MailingServer, serveMails } from '../../harness/serveMails.ts'
import { signToken, type TokenKind } from '../../harness/signToken.ts'

let sink: MailSink
let server: MailingServer

beforeAll(async () => {
  sink = await openMailSink()
  server = await serveMails({ port: sink.port }, { threads: 'pool' })
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

const users = 'collections/users'

const tokenIn = (text: string | undefined): string => /\/(eyJ[\w.-]+)\)/.exec(text ?? '')?.[1] ?? ''

const mailedToken = async () => tokenIn((await sink.take(1))[0]?.text)

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

const columnOf = (column: string, id: string) =>
  queryDatabase(server.dataDir, 'data', `SELECT ${column} FROM users WHERE id = ?`, [id])[0]?.[0]

describe('tokens in emails', () => {
  test.each<[string, () => Promise<unknown>, number, object]>([
    [
      'for a verification',
      () => server.post(`${users}/request-verification`, { email: 'frank@readers.example' }),
      604_800,
      { id: 'frank0000000001', type: 'authRecord', collectionId: '_pb_users_auth_', email: 'frank@readers.example' },
    ],
    [
      'for a password reset',
      () => server.post(`${users}/request-password-reset`, { email: 'carol@readers.example' }),
      1_800,
      { id: 'carol0000000001', type: 'authRecord', collectionId: '_pb_users_auth_', email: 'carol@readers.example' },
    ],
    [
      'for an email change',
      () => server.post(`${users}/request-email-change`, { newEmail: 'dave@new.example' }, server.tokenOf('dave')),
      1_800,
      {
        id: 'dave00000000001',
        type: 'authRecord',
        collectionId: '_pb_users_auth_',
        email: 'dave@readers.example',
        newEmail: 'dave@new.example',
      },
    ],
    [
      'for the password reset of an admin',
      () => server.post('admins/request-password-reset', { email: 'second@magazine.example' }),
      1_800,
      { id: 'admin0000000002', type: 'admin', email: 'second@magazine.example' },
    ],
  ])('the token %s has the claims of its type and the configured lifetime', async (_, ask, seconds, claims) => {
    await ask()
    const { exp, ...others } = claimsOf(await mailedToken())
    expect(others).toEqual(claims)
    const left = exp - Date.now() / 1000
    expect(left).toBeGreaterThan(seconds - 60)
    expect(left).toBeLessThanOrEqual(seconds)
  })

  test('the token in a test email is invalid for every action', async () => {
    expect(await server.sendTest()).toBe('')
    const token = await mailedToken()
    expect(claimsOf(token)).toMatchObject({ id: '__pb_test_id__', collectionId: '__pb_test_collection_id__' })
    const response = await server.post(`${users}/confirm-verification`, { token })
    expect([response.status, response.json.data]).toEqual([
      400,
      { token: expect.objectContaining({ code: 'validation_invalid_token' }) },
    ])
  })
})

describe('responses to requests for an email', () => {
  test.each([
    [
      `${users}/request-verification`,
      ['erin@readers.example', 'nobody@readers.example', 'alice@readers.example', 'Erin@readers.example'],
    ],
    [`${users}/request-password-reset`, ['erin@readers.example', 'nobody@readers.example', 'erin@readers.example']],
    ['admins/request-password-reset', ['editor@magazine.example', 'nobody@magazine.example', 'editor@magazine.example']],
  ])('the response of %s is the same for known and unknown emails', async (path, emails) => {
    const responses = []
    for (const [turn, email] of emails.entries()) {
      const { status, headers, text } = await server.post(path, { email })
      const { date: _, ...shown } = Object.fromEntries(headers)
      responses.push({ status, shown, text })
      // Only the first request sends an email.
      if (turn === 0) expect(await sink.take(1)).toHaveLength(1)
    }
    expect(responses).toEqual(Array(emails.length).fill(responses[0]))
    expect(responses[0]).toMatchObject({ status: 204, text: '' })
  })

  test('a confirmation with a forged token responds the same for known and unknown users', async () => {
    const codeFor = async (newEmail: string) => {
      const token = signToken(server.dataDir, 'emailChange', 'users:bob', { newEmail, secret: 'made-up' })
      const response = await server.post(`${users}/confirm-email-change`, { token, password: 'x' })
      return { status: response.status, data: response.json.data }
    }
    expect(await codeFor('alice@readers.example')).toEqual(await codeFor('nobody@readers.example'))
  })
})

type Asynchronous = (...given: never[]) => Promise<unknown>

/** Holds all calls of some asynchronous functions but the first one, until `release` is called. Counts the calls. */
function holdAllButFirst() {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const held = { calls: 0, release }
  const hold =
    (run: Asynchronous) =>
    async (...given: never[]) => {
      held.calls += 1
      if (held.calls > 1) await promise
      return run(...given)
    }
  return { held, hold }
}

describe('concurrent requests with one token', () => {
  const fifty = (ask: (turn: number) => Promise<ApiResponse>) => Promise.all(Array.from({ length: 50 }, (_, turn) => ask(turn)))
  const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status).sort()
  const brandNew = (turn: number) => ({ password: `brand-new-${turn}`, passwordConfirm: `brand-new-${turn}` })
  const sign = (kind: TokenKind, who: string, claims = {}) => signToken(inline.dataDir, kind, who, claims)

  /** Hashes passwords in this thread. */
  let inline: MailingServer
  beforeAll(async () => {
    inline = await serveMails({ port: sink.port })
  })
  afterAll(() => inline.stop())

  test.each([
    {
      once: 'set one password of an account',
      of: users,
      action: 'confirm-password-reset',
      identity: 'grace',
      makeToken: () => sign('passwordReset', 'users:grace'),
      formOf: brandNew,
    },
    {
      once: 'set one password of an administrator',
      of: 'admins',
      action: 'confirm-password-reset',
      identity: 'second@magazine.example',
      makeToken: () => sign('passwordReset', 'admin:admin0000000002'),
      formOf: brandNew,
    },
    {
      once: 'change an email once',
      of: users,
      action: 'confirm-email-change',
      identity: 'dave@once.example',
      makeToken: () => sign('emailChange', 'users:dave', { newEmail: 'dave@once.example' }),
      formOf: () => ({ password: 'password-dave' }),
    },
  ])(
    'fifty concurrent requests $once and hash only the passwords that were begun before',
    async ({ of, action, identity, makeToken, formOf }) => {
      const token = makeToken()
      const { held, hold } = holdAllButFirst()
      const { hash, compare } = bcrypt
      const spies = [
        vi.spyOn(bcrypt, 'hash').mockImplementation(hold(hash) as never),
        vi.spyOn(bcrypt, 'compare').mockImplementation(hold(compare) as never),
      ]
      onTestFinished(() => spies.forEach(spy => void spy.mockRestore()))
      const use = async (turn: number) => {
        const response = await inline.post(`${of}/${action}`, { token, ...formOf(turn) })
        if (response.status === 204) held.release()
        return response
      }
      const responses = await fifty(use)
      expect(statuses(responses)).toEqual([204, ...Array(49).fill(400)])
      // Three passwords are hashed at once. When the first one is done, another one begins before the response to it.
      expect(held.calls).toBeLessThanOrEqual(4)
      const winner = responses.findIndex(({ status }) => status === 204)
      const signIn = { identity, password: formOf(winner).password }
      expect(await inline.post(`${of}/auth-with-password`, signIn)).toMatchObject({ status: 200 })
      expect((await use(winner)).json.data).toHaveProperty('token')
    },
  )

  test('concurrent verifications with one token all succeed', async () => {
    const token = signToken(server.dataDir, 'verification', 'users:erin')
    const responses = await fifty(() => server.post(`${users}/confirm-verification`, { token }))
    expect(statuses(responses)).toEqual(Array(50).fill(204))
    expect(columnOf('verified', 'erin00000000001')).toBe(1)
  })

  test('only one of several concurrent confirmations of the same new email succeeds', async () => {
    const newEmail = 'wanted@new.example'
    const attempts = ['alice', 'bob', 'alice', 'bob'].map(name =>
      server.post(`${users}/confirm-email-change`, {
        token: signToken(server.dataDir, 'emailChange', `users:${name}`, { newEmail }),
        password: `password-${name}`,
      }),
    )
    expect(statuses(await Promise.all(attempts))).toEqual([204, 400, 400, 400])
    expect(queryDatabase(server.dataDir, 'data', 'SELECT count(*) FROM users WHERE email = ?', [newEmail])).toEqual([[1]])
  })
})

test('a password longer than the maximum is rejected with the allowed length', async () => {
  const password = 'x'.repeat(73)
  const token = signToken(server.dataDir, 'passwordReset', 'users:frank')
  const response = await server.post(`${users}/confirm-password-reset`, { token, password, passwordConfirm: password })
  expect(response.json).toMatchObject({
    data: { password: { code: 'validation_length_out_of_range', message: 'The length must be between 8 and 72.' } },
  })
})

test('the log contains the emails that were not sent, but no tokens', async () => {
  const lone = await serveMails({ port: sink.port })
  await lone.post(`${users}/request-verification`, { email: 'nobody@readers.example' })
  await lone.post(`${users}/request-password-reset`, { email: 'carol@readers.example' })
  const token = await mailedToken()
  const sentAt = () => queryDatabase(lone.dataDir, 'data', "SELECT lastResetSentAt FROM users WHERE id = 'carol0000000001'")
  await expect.poll(sentAt).not.toEqual([['']])
  await lone.post(`${users}/request-password-reset`, { email: 'carol@readers.example' })
  await lone.post(`${users}/confirm-password-reset`, { token, password: 'short', passwordConfirm: 'short' })
  const log = await lone.stopAndReadLog()
  expect(log.map(({ level, status }) => [level, status])).toEqual([
    [8, 404],
    [0, 204],
    [8, 400],
    [8, 400],
  ])
  expect(JSON.stringify(log)).not.toContain(token.split('.')[1])
  expect(log[2]?.text).toContain('less than two minutes ago')
})
