import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NodeStatus } from '../../packages/server/db/engine.ts'
import { openNodes, type TestNode, type TestNodes } from '../harness/openNodes.ts'
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

/** Stores records with an id of its run, a second apart, until its process ends. Its schedule is never due. */
const endless = `import { schedule } from 'coffer'
schedule('endless', '30 2 30 2 *', async ({ data }) => {
  const title = crypto.randomUUID()
  for (;;) {
    await data.collection('notes').create({ title }).catch(error => console.log(error.message))
    await new Promise(resolve => setTimeout(resolve, 1_000))
  }
})`

function writeJob(nodes: TestNodes, name: string, text: string): void {
  const folder = join(dirname(nodes.options(name)[1] ?? ''), 'hooks')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'jobs.ts'), text)
}

test('a job that one node runs is not started at another node, also while its node is suspended and has lost the duties', async () => {
  const nodes = await openNodes(postgres)
  for (const name of ['one', 'other']) writeJob(nodes, name, job)
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

// It takes more than a minute, because a claim lasts for a minute.
test('a job whose node was suspended until another node ran the job changes nothing after its node resumes, and ends', async () => {
  const nodes = await openNodes(postgres)
  for (const name of ['late', 'other']) writeJob(nodes, name, endless)
  const [late, other] = [await nodes.start('late'), await nodes.start('other')]
  expect(await late.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  const run = async (node: TestNode) => (await node.ask('POST', 'code/jobs/endless/run')).status
  const titles = async () => {
    const { json } = await other.ask('GET', 'collections/notes/records?perPage=500', undefined, '')
    return (json.items as { title: string }[]).map(({ title }) => title)
  }
  /** Returns how often each run has stored a record. */
  const counts = async () => Map.groupBy(await titles(), title => title)
  const countOf = async (title: string) => (await counts()).get(title)?.length ?? 0

  expect(await run(late)).toBe(204)
  await expect.poll(async () => (await titles()).length, { timeout: 20_000 }).toBe(1)
  const [first = ''] = await titles()
  // Suspended between two records of the job. The process of its hooks goes on, and requests the next one.
  late.signal('SIGSTOP')
  expect(await run(other)).toBe(400)
  await expect.poll(() => run(other), { timeout: 90_000, interval: 1_000 }).toBe(204)
  await expect.poll(async () => (await counts()).size, { timeout: 20_000 }).toBe(2)
  expect(await countOf(first)).toBe(1)

  const stored = await countOf((await titles()).find(title => title !== first) ?? '')
  late.signal('SIGCONT')
  const ended = 'Another node runs the job, because this one had not claimed it again for a minute.'
  const lastError = async () =>
    ((await late.ask('GET', 'code')).json.jobs as { lastRun: { error: string } | null }[])[0]?.lastRun?.error
  await expect.poll(lastError, { timeout: 20_000 }).toContain(ended)
  await wait(3_000)
  const left = await counts()
  expect([left.size, left.get(first)?.length]).toEqual([2, 1])
  expect(Math.max(...[...left.values()].map(({ length }) => length))).toBeGreaterThan(stored)
}, 240_000)
