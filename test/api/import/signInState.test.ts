import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { runCoffer, startCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { openMailSink } from '../../harness/openMailSink.ts'
import { isPostgresRun } from '../../harness/postgres/testDatabases.ts'

const moment = (age: number) => new Date(Date.now() - age).toISOString().replace('T', ' ')
const users = '_pb_users_auth_'

/** Returns SQL that inserts a first factor of the newer directory. */
const firstFactor = (id: string, method: string, age: number) =>
  `INSERT INTO _mfas (id, collectionRef, recordRef, method, created, updated)
    VALUES ('${id}', '${users}', 'alice0000000001', '${method}', '${moment(age)}', '${moment(age)}')`

const option = (name: string, path: string, json: object) =>
  `UPDATE _collections SET options = json_set(options, '$.${path}', json('${JSON.stringify(json).replaceAll("'", "''")}')) WHERE name = '${name}'`

async function newerDirectory(statements: readonly string[]) {
  const { dataDir, remove } = await copySample('magazine39', [{ sql: statements.join(';') }], 'sqlite')
  onTestFinished(remove)
  return { from: dataDir, to: join(dirname(dataDir), 'imported') }
}

const importInto = ({ from, to }: { from: string; to: string }, ...more: string[]) =>
  runCoffer(['import-pocketbase', from, '--to', to, ...more])

describe.skipIf(isPostgresRun())('sign-ins after coffer import-pocketbase', () => {
  test('a first factor that waits for the second one is completed, and known devices cause no mail', async () => {
    const mails = await openMailSink()
    onTestFinished(mails.close)
    const known = { 'X-Forwarded-For': '203.0.113.9', 'User-Agent': 'known' }
    const fingerprint = createHash('md5').update('203.0.113.9known').digest('hex')
    const directory = await newerDirectory([
      option('users', 'otp', { enabled: true, duration: 180, length: 8 }),
      option('users', 'mfa', { enabled: true, duration: 600, rule: "username = 'alice'" }),
      firstFactor('mfaofalice00001', 'otp', 60_000),
      firstFactor('mfaofalice00002', 'otp', 3_600_000),
      `INSERT INTO _otps (id, collectionRef, recordRef, password, sentTo, created, updated)
        VALUES ('otpofalice00001', '${users}', 'alice0000000001', 'hash', 'alice@readers.example', '${moment(0)}', '${moment(0)}')`,
      `INSERT INTO _authOrigins (id, collectionRef, recordRef, fingerprint, created, updated)
        VALUES ('originofbob0001', '${users}', 'bob000000000001', '${fingerprint}', '${moment(0)}', '${moment(0)}')`,
      `UPDATE _params SET value = json_set(CAST(value AS TEXT), '$.smtp', json('${JSON.stringify({ enabled: true, host: '127.0.0.1', port: mails.port })}'))`,
    ])
    const { status, stdout } = await importInto(directory)
    expect([status, stdout]).toEqual([0, expect.stringContaining('1 one-time passwords that were mailed cannot be used.')])
    const server = await startCoffer(directory.to)
    onTestFinished(async () => void (await server.end('SIGTERM')))
    const post = (action: string, body: object, headers = {}) =>
      askApi(server.port, 'POST', `/today/api/collections/users/${action}`, { body, headers })
    const signIn = (name: string, more: object = {}, headers = {}) =>
      post('auth-with-password', { identity: name, password: `password-${name}`, ...more }, headers)
    const expired = await signIn('alice', { mfaId: 'mfaofalice00002' })
    expect([expired.status, expired.json.message]).toEqual([400, 'Invalid or expired MFA session.'])
    expect((await signIn('bob', { mfaId: 'mfaofalice00001' }, known)).json.token).toBeDefined()
    expect((await signIn('alice', { mfaId: 'mfaofalice00001' })).status).toBe(200)
    expect((await signIn('alice', { mfaId: 'mfaofalice00001' })).status).toBe(400)
    const otp = await post('auth-with-otp', { otpId: 'otpofalice00001', password: '12345678' })
    expect([otp.status, otp.json.message]).toEqual([400, 'Invalid or expired OTP.'])
    expect((await signIn('bob', {}, known)).status).toBe(200)
    expect((await signIn('bob', {}, { ...known, 'User-Agent': 'a-new-device' })).status).toBe(200)
    const received = await mails.take(1)
    expect(received.map(({ to, html }) => [to, html.includes('a-new-device')])).toEqual([['bob@readers.example', true]])
  }, 60_000)

  test('superusers who need two factors stop the import, unless that is accepted', async () => {
    const directory = await newerDirectory([
      option('_superusers', 'otp', { enabled: true, duration: 180, length: 8 }),
      option('_superusers', 'mfa', { enabled: true, duration: 600, rule: '' }),
    ])
    const stopped = await importInto(directory)
    expect([stopped.status, stopped.stdout + stopped.stderr]).toEqual([
      expect.not.toSatisfy((status: number) => status === 0),
      expect.stringMatching(/_superusers\.mfa[\s\S]*no second factor/),
    ])
    const accepted = await importInto(directory, '--accept', '_superusers.mfa')
    expect([accepted.status, accepted.stdout]).toEqual([0, expect.stringContaining('_superusers.otp')])
  })

  test('options of fixed fields that would be lost are named, and a hidden email stops the import', async () => {
    const set = (index: number, key: string, json: string) =>
      `UPDATE _collections SET fields = json_set(fields, '$[${index}].${key}', json('${json}')) WHERE name = 'users'`
    const directory = await newerDirectory([
      set(0, 'pattern', '"^[a-z]+$"'),
      set(1, 'cost', '14'),
      set(3, 'hidden', 'true'),
      set(3, 'blinks', 'true'),
    ])
    const { status, stdout } = await importInto(directory, '--dry-run', '--json')
    expect(status).not.toBe(0)
    const { notes } = JSON.parse(stdout) as { notes: { subject: string; kind: string; text: string }[] }
    const found = notes.filter(({ subject }) => /^users\.(?:id|password|email)$/.test(subject))
    expect(found.map(({ subject, kind }) => [subject, kind])).toEqual([
      ['users.id', 'changed'],
      ['users.password', 'changed'],
      ['users.email', 'cannot'],
      ['users.email', 'changed'],
    ])
  })
})
