import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openMailServer } from '../harness/openMailServer.ts'
import { nodeAdmin, openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'

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

test('the mails of nodes that were killed or suspended are sent by the next node, each once, also when the suspended node wakes up', async () => {
  // The mail server never responds to the first mails, so that they stay claimed.
  const mailServer = await openMailServer({ reactions: ['hangs', 'hangs', 'hangs', 'hangs'] })
  onTestFinished(() => mailServer.close())
  const nodes = await openNodes(postgres)
  const [late, killed] = [await nodes.start('late'), await nodes.start('killed')]
  const smtp = { enabled: true, host: '127.0.0.1', port: mailServer.port, tls: false, username: '', password: '' }
  expect(await late.ask('PATCH', 'settings', { smtp })).toMatchObject({ status: 200 })
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
