import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { NodeStatus } from '../../packages/server/db/nodes.ts'
import { openNodes, type TestNode, type TestNodes } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { openS3 } from '../harness/openS3.ts'
import { notes } from './harness/nodeCollections.ts'
import { openFaultyLine } from './harness/openFaultyLine.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

/** Stores a record with the minute in which it runs. */
const job = `import { schedule } from 'coffer'
schedule('each minute', '* * * * *', async ({ data }) => {
  await data.collection('notes').create({ title: new Date(Date.now() + 5_000).toISOString().slice(0, 16) })
})`

/** Does the same, as a job of `pb_hooks`. */
const scriptJob = `cronAdd('each minute', '* * * * *', () => {
  const title = new Date(Date.now() + 5000).toISOString().slice(0, 16)
  $app.dao().saveRecord(new Record($app.dao().findCollectionByNameOrId('notes'), { title }))
})`

/** Writes a file beside the data directory of a node. */
function writeBeside(nodes: TestNodes, name: string, path: string, text: string): void {
  const file = join(dirname(nodes.options(name)[1] ?? ''), path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Returns the minutes in which the job has run at any node. */
async function minutesOf(node: TestNode): Promise<string[]> {
  const { json } = await node.ask('GET', 'collections/notes/records?perPage=500&sort=created', undefined, '')
  return (json.items as { title: string }[]).map(({ title }) => title)
}

/** Returns the minute of a moment, as the job stores it. A node can run what is due in a minute up to five seconds before it begins. */
const minuteOf = (moment: number): string => new Date(moment + 5_000).toISOString().slice(0, 16)

/** Returns the name of the node that has the duties. */
async function holderOf(asked: TestNode): Promise<string | undefined> {
  const { text } = await asked.ask('GET', 'nodes')
  return (JSON.parse(text) as NodeStatus[]).find(({ hasDuties }) => hasDuties)?.name
}

const secondOfMinute = () => (Date.now() / 1_000) % 60

/** Waits until the clock is between two seconds of a minute. */
async function untilSecond(from: number, to: number): Promise<void> {
  while (secondOfMinute() < from || secondOfMinute() > to) await wait(50)
}

/** Returns the minutes of the automatic backups, whose names end with the time of their start. */
async function minutesOfBackups(node: TestNode): Promise<string[]> {
  const { status, text } = await node.ask('GET', 'backups')
  expect(status).toBe(200)
  const starts = (JSON.parse(text) as { key: string }[]).map(({ key }) =>
    key.replace(/^.*(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\.zip$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  return starts.map(start => minuteOf(Date.parse(start))).sort()
}

/** Time limit of what a node does within a few seconds. */
const actionLimit = { timeout: 60_000 }
/** Time limit of what begins with the next minute. */
const minuteLimit = { timeout: 120_000, interval: 500 }

// It takes two minutes, because schedules begin with a minute.
test('a node that is suspended at the start of a minute runs no job and makes no backup for it when it wakes up', async () => {
  const nodes = await openNodes(postgres)
  for (const name of ['late', 'other']) writeBeside(nodes, name, 'hooks/jobs.ts', job)
  const late = await nodes.start('late')
  expect(await late.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  const other = await nodes.start('other')
  const s3 = await openS3('backups')
  onTestFinished(s3.close)
  const backups = { cron: '* * * * *', cronMaxKeep: 10, s3: s3.settings('backups') }
  expect(await late.ask('PATCH', 'settings', { backups })).toMatchObject({ status: 200 })
  const holder = () => holderOf(other)
  await expect.poll(holder, actionLimit).toBe('late')
  const minutes = () => minutesOf(other)
  const backupMinutes = () => minutesOfBackups(other)

  // Suspended just before a minute begins, so that the other node makes up for it.
  await untilSecond(56, 58)
  const [missed, next] = [minuteOf(Date.now()), minuteOf(Date.now() + 60_000)]
  late.signal('SIGSTOP')
  await expect.poll(holder, actionLimit).toBe('other')
  await expect.poll(minutes, actionLimit).toContain(missed)
  await expect.poll(backupMinutes, actionLimit).toContain(missed)
  late.signal('SIGCONT')
  await expect.poll(async () => (await late.ask('GET', 'health')).status, actionLimit).toBe(200)

  // The next minute is the work of the other node alone.
  await expect.poll(minutes, minuteLimit).toContain(next)
  await expect.poll(backupMinutes, actionLimit).toContain(next)
  await wait(5_000)
  const since = (ran: string[]) => ran.filter(minute => minute >= missed && minute <= next)
  expect(since(await minutes())).toEqual([missed, next])
  expect(since(await backupMinutes())).toEqual([missed, next])
}, 480_000)

// It takes up to two minutes, because schedules begin with a minute.
test('a minute that begins while the node with the duties has lost its connection to the database for seconds starts its jobs once', async () => {
  const nodes = await openNodes(postgres)
  const line = await openFaultyLine(nodes.address)
  onTestFinished(async () => line.close())
  writeBeside(nodes, 'only', 'hooks/jobs.ts', job)
  const node = await nodes.start('only', [], { database: line.address })
  expect(await node.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  // After a first minute, the node starts the jobs in both cases: if it still has the duties when it is connected again, and if it takes
  // them again on a slow machine.
  await expect.poll(async () => (await minutesOf(node)).length, minuteLimit).toBeGreaterThan(0)

  await untilSecond(58, 59)
  const minute = minuteOf(Date.now())
  line.refuse()
  while (secondOfMinute() > 50) await wait(20)
  line.release()
  await expect.poll(() => minutesOf(node), actionLimit).toContain(minute)
  await wait(5_000)
  expect((await minutesOf(node)).filter(ran => ran === minute)).toHaveLength(1)
}, 480_000)

// It takes up to two minutes, because schedules begin with a minute.
test('a job of pb_hooks runs once in each minute at the node with the duties, and at the other node after its end', async () => {
  const nodes = await openNodes(postgres)
  for (const name of ['killed', 'other']) writeBeside(nodes, name, 'pb_hooks/jobs.pb.js', scriptJob)
  const [killed, other] = [await nodes.start('killed'), await nodes.start('other')]
  expect(await killed.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
  await expect.poll(() => holderOf(other), actionLimit).toBe('killed')
  const count = async () => (await minutesOf(other)).length

  await expect.poll(count, minuteLimit).toBe(1)
  await wait(5_000)
  expect(await count()).toBe(1)
  await killed.end('SIGKILL')
  await expect.poll(count, minuteLimit).toBe(2)
  await wait(5_000)
  const ran = await minutesOf(other)
  expect([ran.length, new Set(ran).size]).toEqual([2, 2])
}, 480_000)
