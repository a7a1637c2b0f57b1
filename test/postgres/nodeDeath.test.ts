import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startProgram } from '../api/apiDocs/startProgram.ts'
import { openForwarder } from '../harness/openForwarder.ts'
import { nodeAdmin, openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { resumingProgram } from '../harness/resumingProgram.ts'
import { notes } from './harness/nodeCollections.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

test('a client of the SDK whose node is killed connects to another node, loads what it has missed, and receives later events', async () => {
  const nodes = await openNodes(postgres)
  const [killed, other] = [await nodes.start('killed'), await nodes.start('other')]
  expect(await other.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  const create = async (title: string) =>
    expect(await other.ask('POST', 'collections/notes/records', { title })).toMatchObject({ status: 200 })
  const balancer = await openForwarder(killed.port)
  onTestFinished(balancer.close)
  const { printed } = startProgram(resumingProgram(balancer.port, 'notes', 'title'))
  const expectPrinted = (line: RegExp) => expect.poll(printed, { timeout: 20_000 }).toMatch(line)
  await expectPrinted(/^subscribed$/m)
  await create('received')
  await expectPrinted(/^got received$/m)

  // The client connects again with the id of that event, which only the killed node knows.
  balancer.forwardTo(undefined)
  await killed.end('SIGKILL')
  await create('missed')
  balancer.forwardTo(other.port)
  await expectPrinted(/^resync .*notes\/\*/m)
  await create('later')
  await expectPrinted(/^got later$/m)
  expect(printed().match(/^got .*$/gm)).toEqual(['got received', 'got later'])
}, 120_000)

test('tokens that a node has issued before it was killed are valid at the others, and those that it has revoked are not', async () => {
  const nodes = await openNodes(postgres)
  const [killed, one, other] = [await nodes.start('killed'), await nodes.start('one'), await nodes.start('other')]
  const password = 'a secret password'
  const users = 'collections/users'
  /** Creates a user, and signs in through the node that is killed later. */
  const signUp = async (username: string) => {
    const { json } = await one.ask('POST', `${users}/records`, { username, password, passwordConfirm: password })
    const signedIn = await killed.ask('POST', `${users}/auth-with-password`, { identity: username, password }, '')
    expect(signedIn).toMatchObject({ status: 200 })
    return { path: `${users}/records/${json.id}`, token: String(signedIn.json.token) }
  }
  const [ann, bob] = [await signUp('ann'), await signUp('bob')]
  const admin = String((await killed.ask('POST', 'admins/auth-with-password', nodeAdmin, '')).json.token)
  const next = { password: 'another password', passwordConfirm: 'another password' }
  expect(await killed.ask('PATCH', bob.path, next)).toMatchObject({ status: 200 })
  await killed.end('SIGKILL')
  const statusOf = async (node: TestNode, token: string) =>
    (await node.ask('POST', `${users}/auth-refresh`, undefined, token)).status
  for (const node of [one, other]) {
    expect([await statusOf(node, ann.token), await statusOf(node, bob.token)]).toEqual([200, 401])
    expect((await node.ask('GET', 'settings', undefined, admin)).status).toBe(200)
  }
  expect(await one.ask('PATCH', ann.path, next, admin)).toMatchObject({ status: 200 })
  expect([await statusOf(one, ann.token), await statusOf(other, ann.token)]).toEqual([401, 401])
})
