import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NodeStatus } from '../../packages/server/db/engine.ts'
import { openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { notes } from './harness/nodeCollections.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

/** Runs until a certain record exists. Its schedule is never due. */
const job = `import { schedule } from 'coffer'
schedule('waiting', '30 2 30 2 *', async ({ data }) => {
  while ((await data.collection('notes').getList(1, 1, { filter: 'title = "end"' })).totalItems === 0)
    await new Promise(resolve => setTimeout(resolve, 50))
})`

test('a job that one node runs is not started at another node, also while its node is suspended and has lost the duties', async () => {
  const nodes = await openNodes(postgres)
  for (const name of ['one', 'other']) {
    const folder = join(dirname(nodes.options(name)[1] ?? ''), 'hooks')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'jobs.ts'), job)
  }
  const one = await nodes.start('one')
  expect(await one.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  const other = await nodes.start('other')
  const run = async (node: TestNode) => (await node.ask('POST', 'code/jobs/waiting/run')).status
  const isRunning = async (node: TestNode) =>
    ((await node.ask('GET', 'code')).json.jobs as { isRunning: boolean }[])[0]?.isRunning
  const holder = async () =>
    (JSON.parse((await other.ask('GET', 'nodes')).text) as NodeStatus[]).find(({ hasDuties }) => hasDuties)?.name
  await expect.poll(holder, { timeout: 10_000 }).toBe('one')

  expect([await run(one), await run(other), await run(one)]).toEqual([204, 400, 400])
  expect([await isRunning(one), await isRunning(other)]).toEqual([true, true])
  one.signal('SIGSTOP')
  await expect.poll(holder, { timeout: 20_000 }).toBe('other')
  expect(await run(other)).toBe(400)
  one.signal('SIGCONT')
  expect(await other.ask('POST', 'collections/notes/records', { title: 'end' })).toMatchObject({ status: 200 })
  await expect.poll(() => isRunning(other), { timeout: 30_000 }).toBe(false)
  expect(await run(other)).toBe(204)
}, 120_000)
