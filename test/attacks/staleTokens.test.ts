import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { signToken, type TokenKind } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

let copy: SampleCopy
let server: RunningServer
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir })
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const sign = (kind: TokenKind, who: string, claims?: Record<string, string>) => signToken(copy.dataDir, kind, who, claims)

/** Changes the email of a record, or of an admin, as an admin, and changes it back. */
async function setEmail(path: string, email: string) {
  const response = await askApi(server.port, 'PATCH', `/api/${path}`, { token: sign('auth', 'admin'), body: { email } })
  expect([response.status, response.json.email]).toEqual([200, email])
}

const password = { password: 'brand-new-1', passwordConfirm: 'brand-new-1' }

test.each([
  {
    kind: 'passwordReset' as const,
    who: 'users:bob',
    record: 'collections/users/records/bob000000000001',
    email: 'bob@readers.example',
    action: 'collections/users/confirm-password-reset',
    body: password,
    claims: {},
  },
  {
    kind: 'emailChange' as const,
    who: 'users:carol',
    record: 'collections/users/records/carol0000000001',
    email: 'carol@readers.example',
    action: 'collections/users/confirm-email-change',
    claims: { newEmail: 'thief@new.example' },
    body: { password: 'password-carol' },
  },
  {
    kind: 'verification' as const,
    who: 'users:frank',
    record: 'collections/users/records/frank0000000001',
    email: 'frank@readers.example',
    action: 'collections/users/confirm-verification',
    body: {},
    claims: {},
  },
  {
    kind: 'passwordReset' as const,
    who: 'admin:admin0000000002',
    record: 'admins/admin0000000002',
    email: 'second@magazine.example',
    action: 'admins/confirm-password-reset',
    body: password,
    claims: {},
  },
])('$action rejects a token that was sent to an earlier email', async ({ kind, who, record, email, action, claims, body }) => {
  const token = sign(kind, who, claims)
  const confirm = () => askApi(server.port, 'POST', `/api/${action}`, { body: { ...body, token } })
  await setEmail(record, 'moved@readers.example')
  const rejected = await confirm()
  expect(rejected.status).toBe(400)
  expect(rejected.json.data).toHaveProperty('token')
  await setEmail(record, email)
  expect((await confirm()).status).toBe(204)
})
