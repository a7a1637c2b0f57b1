import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startProgram } from '../api/apiDocs/startProgram.ts'
import { openForwarder } from '../harness/openForwarder.ts'
import { openNodes } from '../harness/openNodes.ts'
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
