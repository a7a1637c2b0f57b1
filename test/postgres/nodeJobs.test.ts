import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { NodeStatus } from '../../packages/server/db/nodes.ts'
import { nodeAdmin, openNodes, type TestNode, type TestNodes } from '../harness/openNodes.ts'
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

/** Stores a record, waits for the file `go` beside the folder of hooks, and stores one more. Its schedule is never due. */
const gated = (node: string) => `import { existsSync, writeFileSync } from 'node:fs'
import { schedule } from 'coffer'
schedule('gated', '30 2 30 2 *', async ({ data }) => {
  await data.collection('notes').create({ title: '${node} before' })
  while (!existsSync('../go')) await new Promise(resolve => setTimeout(resolve, 50))
  const storing = data.collection('notes').create({ title: '${node} after' })
  writeFileSync('../asked', '')
  await storing
})`

/** Changes two records, one of them in a batch, and sends a mail. Its schedule is never due. */
const changing = (node: string) => `import { mail, schedule } from 'coffer'
schedule('changing', '30 2 30 2 *', async ({ data }) => {
  const batch = data.batch()
  batch.collection('notes').update('inbatch00000001', { title: 'by ${node}' })
  await Promise.all([
    data.collection('notes').update('alone0000000001', { title: 'by ${node}' }),
    batch.send(),
    mail.send({ to: 'reader@example.com', subject: 'by ${node}', text: 'News' }),
  ])
})`

/** Returns the path of a file or folder beside the data directory of a node. */
const besideData = (nodes: TestNodes, name: string, path: string) => join(dirname(nodes.options(name)[1] ?? ''), path)

function writeJob(nodes: TestNodes, name: string, text: string): void {
  const folder = besideData(nodes, name, 'hooks')
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

interface StoredJob {
  isRunning: boolean
  lastRun: { error: string } | null
}

/** Returns the only job, as a node shows it. */
const jobOf = async (node: TestNode) => ((await node.ask('GET', 'code')).json.jobs as StoredJob[])[0]

/** Returns the errors of runs that the log of all nodes contains. */
async function loggedErrors(node: TestNode, job: string): Promise<string[]> {
  const { json } = await node.ask('GET', `logs?filter=${encodeURIComponent(`message="The job ${job} failed."`)}`)
  return (json.items as { data: { error: string } }[]).map(({ data }) => data.error)
}

/** The error of a run that another node has taken over: its process is ended, unless its change is rejected before. */
const takenOver = /Another node (has taken over the job, because|may run this job, so)/

// It takes more than a minute, because a claim lasts for a minute.
test('a job whose node was suspended until another node had run it changes nothing after its node resumes, and ends', async () => {
  const nodes = await openNodes(postgres)
  for (const name of ['late', 'other']) writeJob(nodes, name, gated(name))
  const open = (name: string) => writeFileSync(besideData(nodes, name, 'go'), '')
  const [late, other] = [await nodes.start('late'), await nodes.start('other')]
  expect(await late.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  const run = async (node: TestNode) => (await node.ask('POST', 'code/jobs/gated/run')).status
  const titles = async () => {
    const { json } = await other.ask('GET', 'collections/notes/records', undefined, '')
    return (json.items as { title: string }[]).map(({ title }) => title).sort()
  }

  expect(await run(late)).toBe(204)
  await expect.poll(titles, { timeout: 20_000 }).toEqual(['late before'])
  late.signal('SIGSTOP')
  expect(await run(other)).toBe(400)
  // The process of the hooks of the suspended node goes on, and requests the next record.
  open('late')
  await expect.poll(() => existsSync(besideData(nodes, 'late', 'asked')), { timeout: 20_000 }).toBe(true)
  open('other')
  await expect.poll(() => run(other), { timeout: 90_000, interval: 1_000 }).toBe(204)
  const succeeded = { isRunning: false, lastRun: { error: '' } }
  await expect.poll(() => jobOf(other), { timeout: 20_000 }).toMatchObject(succeeded)

  late.signal('SIGCONT')
  await expect.poll(() => loggedErrors(other, 'gated'), { timeout: 30_000 }).toEqual([expect.stringMatching(takenOver)])
  await expect.poll(() => jobOf(late), { timeout: 20_000 }).toMatchObject(succeeded)
  expect(await titles()).toEqual(['late before', 'other after', 'other before'])
}, 240_000)

interface WaitingConnection {
  pid: number
  query: string
}

/** Returns the connections to a database that wait for a lock, with their statements. A transaction would always see the same. */
const waitingFor = async (address: string) =>
  (await postgres.execute(
    address,
    `SELECT pid, query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )) as unknown as WaitingConnection[]

// It takes more than a minute, because a claim lasts for a minute.
test('changes of a job that were in progress when its node was suspended are not repeated once another node has run the job', async () => {
  const nodes = await openNodes(postgres)
  for (const name of ['late', 'other']) writeJob(nodes, name, changing(name))
  const [late, other] = [await nodes.start('late'), await nodes.start('other')]
  expect(await late.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  const ids = ['alone0000000001', 'inbatch00000001']
  for (const id of ids)
    expect(await late.ask('POST', 'collections/notes/records', { id, title: 'first' })).toMatchObject({ status: 200 })
  // Creates the table of mails.
  const reset = { email: nodeAdmin.identity }
  expect(await late.ask('POST', 'admins/request-password-reset', reset, '')).toMatchObject({ status: 204 })
  const run = async (node: TestNode) => (await node.ask('POST', 'code/jobs/changing/run')).status
  const titles = async () => {
    const { json } = await other.ask('GET', 'collections/notes/records', undefined, '')
    return (json.items as { title: string }[]).map(({ title }) => title)
  }
  const client = new pg.Client(nodes.address)
  await client.connect()
  onTestFinished(() => client.end())

  await client.query('BEGIN')
  await client.query('SELECT FROM notes FOR UPDATE')
  await client.query('LOCK TABLE "_cofferMails" IN EXCLUSIVE MODE')
  expect(await run(late)).toBe(204)
  const waiting = async () => {
    const statements = (await waitingFor(nodes.address)).map(({ query }) => query)
    const count = (pattern: RegExp) => statements.filter(text => pattern.test(text)).length
    return [count(/^UPDATE "?notes"? /), count(/^INSERT INTO "_cofferMails"/)]
  }
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([2, 1])
  late.signal('SIGSTOP')
  // As PostgreSQL does after `idle_in_transaction_session_timeout`, or when it restarts.
  for (const { pid } of await waitingFor(nodes.address)) await client.query('SELECT pg_terminate_backend($1)', [pid])
  await client.query('ROLLBACK')
  await expect.poll(() => run(other), { timeout: 90_000, interval: 1_000 }).toBe(204)
  await expect.poll(() => jobOf(other), { timeout: 20_000 }).toMatchObject({ isRunning: false, lastRun: { error: '' } })
  expect(await titles()).toEqual(['by other', 'by other'])

  late.signal('SIGCONT')
  await expect.poll(() => loggedErrors(other, 'changing'), { timeout: 30_000 }).toEqual([expect.stringMatching(takenOver)])
  await expect.poll(() => jobOf(late), { timeout: 20_000 }).toMatchObject({ isRunning: false })
  // The changes of the job are repeated, or not, while its process ends.
  await wait(3_000)
  expect(await titles()).toEqual(['by other', 'by other'])
  const { rows } = await client.query(`SELECT job FROM "_cofferMails" WHERE job LIKE '%by late%'`)
  expect(rows).toEqual([])
}, 240_000)
