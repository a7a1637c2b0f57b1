import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailSink, openMailSink } from '../../harness/openMailSink.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { type MailingServer, serveMails } from '../../harness/serveMails.ts'
import { signToken } from '../../harness/signToken.ts'

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

describe('the token of a mail', () => {
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
      'for a change of email',
      () => server.post(`${users}/request-email-change`, { newEmail: 'dave@new.example' }, server.tokenOf('dave')),
      1_800,
      {
        ...{ id: 'dave00000000001', type: 'authRecord', collectionId: '_pb_users_auth_' },
        ...{ email: 'dave@readers.example', newEmail: 'dave@new.example' },
      },
    ],
    [
      'for an administrator',
      () => server.post('admins/request-password-reset', { email: 'second@magazine.example' }),
      1_800,
      { id: 'admin0000000002', type: 'admin', email: 'second@magazine.example' },
    ],
  ])('%s says whose it is and lasts as long as the settings say', async (_, ask, seconds, claims) => {
    await ask()
    const { exp, ...others } = claimsOf(await mailedToken())
    expect(others).toEqual(claims)
    const left = exp - Date.now() / 1000
    expect(left).toBeGreaterThan(seconds - 60)
    expect(left).toBeLessThanOrEqual(seconds)
  })

  test('of a test mail is good for nothing', async () => {
    expect(await server.sendTest()).toBe('')
    const token = await mailedToken()
    expect(claimsOf(token)).toMatchObject({ id: '__pb_test_id__', collectionId: '__pb_test_collection_id__' })
    const answer = await server.post(`${users}/confirm-verification`, { token })
    expect([answer.status, answer.json.data]).toEqual([
      400,
      { token: expect.objectContaining({ code: 'validation_invalid_token' }) },
    ])
  })
})

describe('an answer to a request for a mail', () => {
  test.each([
    [
      `${users}/request-verification`,
      ['erin@readers.example', 'nobody@readers.example', 'alice@readers.example', 'Erin@readers.example'],
    ],
    [`${users}/request-password-reset`, ['erin@readers.example', 'nobody@readers.example', 'erin@readers.example']],
    ['admins/request-password-reset', ['editor@magazine.example', 'nobody@magazine.example', 'editor@magazine.example']],
  ])('of %s does not tell who has an account', async (path, emails) => {
    const answers = []
    for (const email of emails) {
      const { status, headers, text } = await server.post(path, { email })
      const { date: _, ...shown } = Object.fromEntries(headers)
      answers.push({ status, shown, text })
      if (email === emails[0]) await sink.take(1)
    }
    expect(answers).toEqual(Array(emails.length).fill(answers[0]))
    expect(answers[0]).toMatchObject({ status: 204, text: '' })
  })

  test('of a confirmation does not tell who has an account, to somebody who made the token up', async () => {
    const codeFor = async (newEmail: string) => {
      const token = signToken(server.dataDir, 'emailChange', 'users:bob', { newEmail, secret: 'made-up' })
      const answer = await server.post(`${users}/confirm-email-change`, { token, password: 'x' })
      return { status: answer.status, data: answer.json.data }
    }
    expect(await codeFor('alice@readers.example')).toEqual(await codeFor('nobody@readers.example'))
  })
})

describe('a token that many requests use at once', () => {
  const statuses = async (answers: Promise<{ status: number }>[]) =>
    (await Promise.all(answers)).map(({ status }) => status).sort()

  test('sets one password', async () => {
    const token = signToken(server.dataDir, 'passwordReset', 'users:grace')
    const attempts = Array.from({ length: 6 }, (_, turn) => `brand-new-${turn}`).map(password =>
      server.post(`${users}/confirm-password-reset`, { token, password, passwordConfirm: password }),
    )
    expect(await statuses(attempts)).toEqual([204, ...Array(5).fill(400)])
  })

  test('verifies an account, and all are told so', async () => {
    const token = signToken(server.dataDir, 'verification', 'users:erin')
    const attempts = Array.from({ length: 50 }, () => server.post(`${users}/confirm-verification`, { token }))
    expect(await statuses(attempts)).toEqual(Array(50).fill(204))
    expect(columnOf('verified', 'erin00000000001')).toBe(1)
  })

  test('gives an email to one of those who want it', async () => {
    const newEmail = 'wanted@new.example'
    const attempts = ['alice', 'bob', 'alice', 'bob'].map(name =>
      server.post(`${users}/confirm-email-change`, {
        token: signToken(server.dataDir, 'emailChange', `users:${name}`, { newEmail }),
        password: `password-${name}`,
      }),
    )
    expect(await statuses(attempts)).toEqual([204, 400, 400, 400])
    expect(queryDatabase(server.dataDir, 'data', 'SELECT count(*) FROM users WHERE email = ?', [newEmail])).toEqual([[1]])
  })
})

test('a password that is too long to be stored is refused with its limit', async () => {
  const password = 'x'.repeat(73)
  const token = signToken(server.dataDir, 'passwordReset', 'users:frank')
  const answer = await server.post(`${users}/confirm-password-reset`, { token, password, passwordConfirm: password })
  expect(answer.json).toMatchObject({
    data: { password: { code: 'validation_length_out_of_range', message: 'The length must be between 8 and 72.' } },
  })
})

test('the log tells of mails that were not sent, and nothing of tokens', async () => {
  const lone = await serveMails({ port: sink.port })
  await lone.post(`${users}/request-verification`, { email: 'nobody@readers.example' })
  await lone.post(`${users}/request-password-reset`, { email: 'carol@readers.example' })
  const token = await mailedToken()
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
