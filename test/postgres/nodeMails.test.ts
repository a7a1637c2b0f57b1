import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openMailServer } from '../harness/openMailServer.ts'
import { nodeAdmin, openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { clockAhead, isAhead } from './harness/clockAhead.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

/** Creates users, and lets a node queue a mail to each of them. */
async function requestMails(node: TestNode, names: readonly string[]): Promise<string[]> {
  const password = 'a secret password'
  const emails = names.map(name => `${name}@example.com`)
  for (const email of emails) {
    const user = { email, password, passwordConfirm: password }
    expect(await node.ask('POST', 'collections/users/records', user)).toMatchObject({ status: 200 })
    expect(await node.ask('POST', 'collections/users/request-verification', { email }, '')).toMatchObject({ status: 204 })
  }
  return emails
}

/** Lets the nodes of a database send their mails to a mail server. */
async function useMailServer(node: TestNode, port: number): Promise<void> {
  const smtp = { enabled: true, host: '127.0.0.1', port, tls: false, username: '', password: '' }
  expect(await node.ask('PATCH', 'settings', { smtp })).toMatchObject({ status: 200 })
}

test('a node whose clock is ahead does not send a mail that another node is sending', async () => {
  const mailServer = await openMailServer({ reactions: ['hangs'] })
  onTestFinished(() => mailServer.close())
  const nodes = await openNodes(postgres)
  const [exact, ahead] = [await nodes.start('exact'), await nodes.start('ahead', [], { env: clockAhead })]
  await useMailServer(exact, mailServer.port)
  await requestMails(exact, ['ann'])
  await expect.poll(() => mailServer.count.mails).toBe(1)
  await requestMails(ahead, ['bob'])
  await mailServer.expectTaken(1)
  const [ann] = await postgres.execute(nodes.address, `SELECT attempts::int FROM "_cofferMails" WHERE job LIKE '%ann@%'`)
  expect([mailServer.count.mails, ann?.attempts]).toEqual([2, 1])
  // The clock of the second node is indeed ahead.
  const [bob] = await postgres.execute(nodes.address, `SELECT created FROM users WHERE email LIKE 'bob@%'`)
  expect(isAhead(Date.parse(String(bob?.created).replace(' ', 'T')))).toBe(true)
}, 60_000)

test('the mails of nodes that were killed or suspended are sent by the next node, each once, also when the suspended node wakes up', async () => {
  // The mail server never responds to the first mails, so that they stay claimed.
  const mailServer = await openMailServer({ reactions: ['hangs', 'hangs', 'hangs', 'hangs'] })
  onTestFinished(() => mailServer.close())
  const nodes = await openNodes(postgres)
  const [late, killed] = [await nodes.start('late'), await nodes.start('killed')]
  await useMailServer(late, mailServer.port)
  const emails = [...(await requestMails(late, ['ann', 'bob'])), ...(await requestMails(killed, ['cleo', 'dan']))]
  await expect.poll(() => mailServer.count.mails).toBe(4)
  await killed.end('SIGKILL')
  late.signal('SIGSTOP')

  const next = await nodes.start('next')
  const wake = () => next.ask('POST', 'admins/request-password-reset', { email: nodeAdmin.identity }, '')
  expect(await wake()).toMatchObject({ status: 204 })
  expect((await mailServer.expectTaken(1)).map(({ to }) => to)).toEqual([[nodeAdmin.identity]])
  // The mail server has the mail before the node records that it was sent.
  const unsent = `SELECT email FROM "_admins" WHERE "lastResetSentAt" = ''`
  await expect.poll(() => postgres.execute(nodes.address, unsent)).toEqual([])
  // As if the time had passed for which the mails are claimed. A request wakes the queue, as each minute does.
  await postgres.execute(nodes.address, `UPDATE "_cofferMails" SET "claimedUntil" = 0`)
  await postgres.execute(nodes.address, `UPDATE "_admins" SET "lastResetSentAt" = ''`)
  expect(await wake()).toMatchObject({ status: 204 })
  await mailServer.expectTaken(6)

  late.signal('SIGCONT')
  await expect.poll(async () => (await late.ask('GET', 'health')).status, { timeout: 20_000 }).toBe(200)
  // The attempts of the node that was suspended fail now.
  mailServer.disconnect()
  expect(await requestMails(late, ['eve'])).toEqual(['eve@example.com'])
  await mailServer.expectTaken(7)
  const sent = mailServer.taken.flatMap(({ to }) => to)
  expect(sent.toSorted()).toEqual([nodeAdmin.identity, nodeAdmin.identity, ...emails, 'eve@example.com'].toSorted())
  await expect.poll(() => postgres.execute(nodes.address, `SELECT name FROM "_cofferMails" WHERE job <> ''`)).toEqual([])
}, 120_000)
