import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { changeDatabase } from '../../harness/changeDatabase.ts'
import { findFreePort } from '../../harness/findFreePort.ts'
import { type MailServer, openMailServer, type Reaction } from '../../harness/openMailServer.ts'
import { queryDatabase, querySharedSql } from '../../harness/queryDatabase.ts'
import { type MailingServer, serveMails } from '../../harness/serveMails.ts'

let mailServer: MailServer
let server: MailingServer | undefined

afterEach(async () => {
  await server?.stop()
  server = undefined
  await mailServer.close()
})

async function start(reactions: Reaction[], options: Parameters<typeof serveMails>[1] = {}, port = 0) {
  mailServer = await openMailServer({ reactions, port })
  server = await serveMails({ port: mailServer.port }, options)
  return server
}

async function warningsOf(stopped: MailingServer): Promise<string[]> {
  server = undefined
  return stopped.stop()
}

const askForReset = (to: MailingServer, email = 'carol@readers.example') =>
  to.post('collections/users/request-password-reset', { email })

const resetSentAt = ({ dataDir }: MailingServer) =>
  String(queryDatabase(dataDir, 'data', "SELECT lastResetSentAt FROM users WHERE id = 'carol0000000001'")[0]?.[0])

/** Returns the number of attempts of each queued mail, and when its claim ends: 0 after an attempt. */
const queueOf = ({ dataDir }: MailingServer) =>
  querySharedSql(dataDir, 'SELECT attempts, "claimedUntil" FROM "_cofferMails"').map(row => row.map(Number))

/** A server that stops waits only a moment for the attempts that have not ended. */
const expectEmptyQueue = (to: MailingServer) => expect.poll(() => queueOf(to)).toEqual([])

/** A time in milliseconds that no test reaches. */
const unreachableMs = 600_000
const neverRetry = { timeoutMs: unreachableMs, retryDelaysMs: [] }

describe('a background email', () => {
  test.each<[string, Reaction[]]>([
    ['disconnects in the middle', ['disconnects']],
    ['rejects it temporarily', [{ status: 451 }, { status: 421 }]],
  ])('a background email is sent again when the mail server %s', async (_, reactions) => {
    const to = await start(reactions)
    expect((await askForReset(to)).status).toBe(204)
    await mailServer.expectTaken(1)
    await expect.poll(() => resetSentAt(to)).not.toBe('')
    expect(await warningsOf(to)).toEqual([])
    expect(mailServer.taken.map(mail => mail.to)).toEqual([['carol@readers.example']])
  })

  test('a background email is sent once the mail server is back, with the current settings', async () => {
    const mailTimeLimits = { timeoutMs: 30_000, retryDelaysMs: [unreachableMs, unreachableMs] }
    const port = await findFreePort()
    const to = await start([], { mailTimeLimits }, port)
    await mailServer.close()
    await askForReset(to)
    await expect.poll(() => queueOf(to)).toEqual([[1, 0]])
    expect(resetSentAt(to)).toBe('')
    mailServer = await openMailServer({ port })
    // A second request does not add an email, but ends the pause early.
    await expect
      .poll(async () => {
        await askForReset(to)
        return mailServer.taken.length
      })
      .toBe(1)
    await expect.poll(() => resetSentAt(to)).not.toBe('')
    await askForReset(to)
    await warningsOf(to)
    expect(mailServer.taken.length).toBe(1)
  })

  test('a background email is discarded with a warning after a permanent error', async () => {
    const message = 'spam: https://magazine.example/_/#/auth/confirm-password-reset/eyJhbGciOi.eyJpZCI6.c2lnbmVk'
    const to = await start([{ status: 550, message }])
    await askForReset(to)
    await expectEmptyQueue(to)
    const warnings = await warningsOf(to)
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The password reset mail of _pb_users_auth_\/carol0000000001 could not be sent\. .*550.*reset\/\*{6}/,
      ),
    ])
    expect(mailServer.count.connections).toBe(1)
  })

  test('a background email is discarded with one warning after the last attempt', async () => {
    const to = await start(Array<Reaction>(9).fill({ status: 451 }))
    await askForReset(to)
    await expectEmptyQueue(to)
    expect(await warningsOf(to)).toHaveLength(1)
    expect([mailServer.count.connections, mailServer.taken]).toEqual([4, []])
  })

  test('a background email is discarded when the mail server stops responding', async () => {
    const to = await start(['hangs', 'hangs'], { mailTimeLimits: { timeoutMs: 1_000, retryDelaysMs: [] } })
    await askForReset(to)
    await expectEmptyQueue(to)
    expect(mailServer.count.connections).toBe(1)
    expect(await warningsOf(to)).toEqual([expect.stringContaining('could not be sent.')])
  })

  test('background emails delay neither other effects of changes nor the stop of the server', async () => {
    const to = await start(Array<Reaction>(20).fill('hangs'), { mailTimeLimits: neverRetry })
    for (const name of ['carol', 'dave', 'erin', 'frank', 'alice', 'bob']) {
      expect((await askForReset(to, `${name}@readers.example`)).status).toBe(204)
    }
    await expect.poll(() => mailServer.count.connections).toBe(5)
    const folder = join(to.dataDir, 'storage/_pb_users_auth_/carol0000000001')
    expect(existsSync(folder)).toBe(true)
    await to.deleteRecord('users', 'carol0000000001')
    await expect.poll(() => existsSync(folder)).toBe(false)
    expect(await warningsOf(to)).toEqual([])
  })

  test('concurrent requests for the same background email send one', async () => {
    const to = await start([], { threads: 'pool' })
    const responses = await Promise.all(Array.from({ length: 20 }, () => askForReset(to)))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(204))
    await expect.poll(() => resetSentAt(to)).not.toBe('')
    await askForReset(to)
    await warningsOf(to)
    expect(mailServer.taken.length).toBe(1)
  })

  test('a background email is not sent if its auth record was deleted', async () => {
    const to = await start([{ status: 451 }], { mailTimeLimits: { timeoutMs: 30_000, retryDelaysMs: [unreachableMs] } })
    await askForReset(to)
    await expect.poll(() => queueOf(to)).toEqual([[1, 0]])
    await to.deleteRecord('users', 'carol0000000001')
    await changeDatabase(to.dataDir, 'data', 'UPDATE "_cofferMails" SET due = 0')
    await askForReset(to, 'dave@readers.example')
    await mailServer.expectTaken(1)
    await expectEmptyQueue(to)
    await warningsOf(to)
    expect(mailServer.taken.map(mail => mail.to)).toEqual([['dave@readers.example']])
  })
})

test('a request that waits for an email soon gets an error when the mail server hangs', async () => {
  const to = await start(['hangs'], { mailTimeLimits: { timeoutMs: 1_000, retryDelaysMs: [unreachableMs] } })
  expect(await to.sendTest()).toMatch(/^Failed to send the test email\. Raw error: \n.+/)
  expect(mailServer.count.connections).toBe(1)
})
