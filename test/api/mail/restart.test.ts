import { afterEach, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { changeDatabase } from '../../harness/changeDatabase.ts'
import { type RunningCoffer, startCoffer } from '../../harness/coffer.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { type MailServer, mailSettings, openMailServer, type Reaction } from '../../harness/openMailServer.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'

let mailServer: MailServer
let copy: SampleCopy
let server: RunningCoffer

afterEach(async () => {
  await server.end('SIGKILL')
  await copy.remove()
  await mailServer.close()
})

async function start() {
  server = await startCoffer(copy.dataDir)
}

async function serveTo(reactions: Reaction[]) {
  mailServer = await openMailServer({ reactions })
  copy = await copySample('magazine', [mailSettings({ port: mailServer.port })])
  await start()
}

async function askForReset(name: string) {
  const body = { email: `${name}@readers.example` }
  return (await askApi(server.port, 'POST', '/api/collections/users/request-password-reset', { body })).status
}

const isQueueUsed = () =>
  queryDatabase(copy.dataDir, 'data', "SELECT 1 FROM sqlite_schema WHERE name = '_cofferMails'").length > 0

/** Returns the number of mails in the queue and of attempts to send them. */
const queue = () =>
  isQueueUsed() ? queryDatabase(copy.dataDir, 'data', 'SELECT COUNT(*), SUM(attempts) FROM _cofferMails')[0] : [0, null]

const expectEmptyQueue = () => expect.poll(queue).toEqual([0, null])

const recipients = () => mailServer.taken.flatMap(({ to }) => to).sort()

test('a killed server sends the mails of its queue after its restart, each once', async () => {
  // The second mail waits for its next attempt, which hangs too.
  const reactions: Reaction[] = ['hangs', { status: 451 }, 'hangs']
  await serveTo(reactions)
  const names = ['carol', 'dave']
  for (const [index, name] of names.entries()) {
    expect(await askForReset(name)).toBe(204)
    await expect.poll(() => mailServer.count.connections).toBeGreaterThan(index)
  }
  await server.end('SIGKILL')
  expect(recipients()).toEqual([])
  reactions.length = 0
  await start()
  await mailServer.expectTaken(2)
  await expectEmptyQueue()
  for (const name of names) expect(await askForReset(name)).toBe(204)
  await server.end('SIGTERM')
  expect(recipients()).toEqual(names.map(name => `${name}@readers.example`))
})

test('a stopped server leaves its mails in the queue, and a mail that was on its way has all its attempts left', async () => {
  const reactions: Reaction[] = ['hangs']
  await serveTo(reactions)
  expect(await askForReset('carol')).toBe(204)
  await expect.poll(() => mailServer.count.connections).toBe(1)
  await server.end('SIGTERM')
  expect(queue()).toEqual([1, 0])
  // The mail may not have reached the mail server yet.
  reactions.length = 0
  await start()
  await mailServer.expectTaken(1)
  await expectEmptyQueue()
  expect(recipients()).toEqual(['carol@readers.example'])
})

test('requests for mails to unknown emails leave nothing in the queue', async () => {
  await serveTo([])
  const names = ['nobody', 'nobody', 'someone']
  expect(await Promise.all(names.map(askForReset))).toEqual([204, 204, 204])
  await expectEmptyQueue()
})

test('a mail that cannot be stored is neither acknowledged nor sent', async () => {
  await serveTo([])
  expect(await askForReset('nobody')).toBe(204)
  await expectEmptyQueue()
  await changeDatabase(copy.dataDir, 'data', 'ALTER TABLE "_cofferMails" RENAME COLUMN due TO missing')
  expect(await askForReset('carol')).toBeGreaterThanOrEqual(400)
  await changeDatabase(copy.dataDir, 'data', 'ALTER TABLE "_cofferMails" RENAME COLUMN missing TO due')
  expect(await askForReset('dave')).toBe(204)
  await mailServer.expectTaken(1)
  await expectEmptyQueue()
  expect(recipients()).toEqual(['dave@readers.example'])
})
