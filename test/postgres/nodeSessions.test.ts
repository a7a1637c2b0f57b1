import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { newDataDir, startForTest } from '../harness/startForTest.ts'
import { openFaultyLine } from './harness/openFaultyLine.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

/** Returns the process of PostgreSQL that holds the locks of the only node of a database. */
async function sessionOf(address: string): Promise<unknown> {
  const [session] = await postgres.execute(
    address,
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'coffer %'`,
  )
  return session?.pid
}

/** Ends the session of the only node of a database, as a lost connection does. Returns its process of PostgreSQL. */
async function endSession(address: string): Promise<unknown> {
  const pid = await sessionOf(address)
  await postgres.execute(address, `SELECT pg_terminate_backend(${pid}, 5000)`)
  return pid
}

describe('a lost connection of a node to the database', () => {
  test('a node whose name or database another server has taken while it was cut off says so, and ends', async () => {
    const nodes = await openNodes(postgres)
    const line = await openFaultyLine(nodes.address)
    onTestFinished(async () => line.close())
    const cutOff = async (name: string) => {
      const node = await nodes.start(name, [], { database: line.address })
      line.refuse()
      return node
    }
    const expectEnd = async (node: TestNode, reason: string) => {
      line.release()
      await expect.poll(node.isRunning, { timeout: 20_000 }).toBe(false)
      await expect.poll(node.output).toContain(reason)
    }
    const one = await cutOff('one')
    const twin = await nodes.start('twin', ['--node', 'one'])
    await expectEnd(one, 'Another node has started with the name "one"')
    expect(await twin.ask('GET', 'health')).toMatchObject({ status: 200 })
    await twin.end('SIGTERM')

    const two = await cutOff('two')
    await startForTest(newDataDir(), ['--database', nodes.address])
    await expectEnd(two, 'A server without --node has taken over the database')
  })

  test('a node that may not join the others again after a lost connection says why, and ends', async () => {
    const nodes = await openNodes(postgres)
    const one = await nodes.start('one')
    await postgres.execute(
      nodes.address,
      `INSERT INTO "_cofferNodes" (name, version, key, address, lease, applied)
        SELECT 'other', version, 'another', 'addressOfOther', clock_timestamp() + interval '1 day', applied FROM "_cofferNodes"`,
    )
    await endSession(nodes.address)
    await expect.poll(one.isRunning, { timeout: 20_000 }).toBe(false)
    await expect.poll(one.output).toContain('The node "other" has another encryption key. Give all nodes the same one. This node')
  })

  test('a node that cannot join the others again prints the reason once, and serves as soon as it can', async () => {
    const nodes = await openNodes(postgres)
    const one = await nodes.start('one')
    const rename = (from: string, to: string) => postgres.execute(nodes.address, `ALTER TABLE "${from}" RENAME TO "${to}"`)
    await rename('_cofferNodes', 'away')
    const sessions = new Set([await endSession(nodes.address)])
    const reason = 'This node could not join the others again: relation "_cofferNodes" does not exist.'
    await expect.poll(one.output, { timeout: 20_000 }).toContain(reason)
    const attempts = async () => sessions.add(await sessionOf(nodes.address)).size
    await expect.poll(attempts, { timeout: 20_000, interval: 20 }).toBeGreaterThan(4)
    await rename('away', '_cofferNodes')
    await expect.poll(async () => (await one.ask('GET', 'health')).status, { timeout: 20_000 }).toBe(200)
    expect(one.output().split(reason)).toHaveLength(2)
  })
})
