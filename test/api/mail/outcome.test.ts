import { afterEach, describe, expect, test } from 'vitest'
import { type MailServer, openMailServer, type Reaction } from '../../harness/openMailServer.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { type MailingServer, serveMails } from '../../harness/serveMails.ts'
import { signToken } from '../../harness/signToken.ts'

let mailServer: MailServer
let server: MailingServer

afterEach(async () => {
  await server.stop()
  await mailServer.close()
})

async function start(reactions: Reaction[] = []) {
  mailServer = await openMailServer({ reactions })
  server = await serveMails({ port: mailServer.port }, { mailTimeLimits: { timeoutMs: 30_000, retryDelaysMs: [] } })
}

const admin = () => signToken(server.dataDir, 'auth', 'admin')
async function ask(path: string, email: string, token?: string) {
  const { status, json } = await server.post(path, { email }, token)
  return [status, json?.message, json?.reason]
}
const verification = 'collections/users/request-verification'
const reset = 'collections/users/request-password-reset'
const sentAt = () =>
  queryDatabase(
    server.dataDir,
    'data',
    "SELECT lastVerificationSentAt, lastResetSentAt FROM users WHERE id = 'erin00000000001'",
  )[0]

describe("an admin's request with ?explain=1", () => {
  test.each([verification, reset, 'admins/request-password-reset'])(
    "an admin's request with ?explain=1 to %s explains why the mail server rejected the email",
    async path => {
      await start([{ status: 550, message: 'mailbox full' }])
      const email = path.startsWith('admins') ? 'second@magazine.example' : 'erin@readers.example'
      expect(await ask(`${path}?explain=1`, email, admin())).toEqual([
        400,
        'Failed to send the email.',
        expect.stringContaining('mailbox full'),
      ])
      expect(sentAt()).toEqual(['', ''])
      expect(mailServer.taken).toEqual([])
    },
  )

  test("an admin's request with ?explain=1 waits until the email is sent, and explains why another one is not", async () => {
    await start()
    expect((await ask(`${verification}?explain=1`, 'erin@readers.example', admin()))[0]).toBe(204)
    expect(mailServer.taken.map(({ to }) => to)).toEqual([['erin@readers.example']])
    expect((await ask(`${verification}?explain=1`, 'erin@readers.example', admin())).slice(0, 2)).toEqual([
      400,
      'The last email was sent less than two minutes ago. Wait before you send another.',
    ])
    expect((await ask(`${verification}?explain=1`, 'nobody@readers.example', admin())).slice(0, 2)).toEqual([
      404,
      'There is no account with this email.',
    ])
    expect((await ask(`${verification}?explain=1`, 'carol@readers.example', admin())).slice(0, 2)).toEqual([
      400,
      'This account is already verified.',
    ])
  })
})

test('everyone else, and an admin without ?explain=1, gets the same response before the email is sent', async () => {
  await start(Array<Reaction>(8).fill('hangs'))
  for (const path of [verification, reset]) {
    for (const email of ['erin@readers.example', 'nobody@readers.example']) {
      expect(await ask(`${path}?explain=1`, email)).toEqual([204, undefined, undefined])
      expect(await ask(`${path}?explain=1`, email, server.tokenOf('alice'))).toEqual([204, undefined, undefined])
      expect(await ask(path, email, admin())).toEqual([204, undefined, undefined])
    }
  }
})
