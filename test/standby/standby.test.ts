import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { openS3 } from '../harness/openS3.ts'
import { repositoryDir } from '../harness/paths.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { scratchDir } from '../harness/scratchDir.ts'
import { signToken } from '../harness/signToken.ts'
import { Machine } from './harness/Machine.ts'
import { Writers } from './harness/Writers.ts'

const bucket = 'standby'
/** The interval is a second; reading, sending and a busy machine take some more. */
const maxLagMs = 6_000
const everyone = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' }
const fields = [
  { name: 'count', type: 'number' },
  { name: 'text', type: 'text' },
]

/** The metrics that the alert rules name. */
const alertMetrics = new Set(readFileSync(join(repositoryDir, 'deploy/standby/alerts.yml'), 'utf8').match(/\blitestream_\w+/g))

async function openBucket() {
  const s3 = await openS3(bucket)
  onTestFinished(s3.close)
  return s3
}

/** Starts Coffer, which is killed after the test. */
async function start(dataDir: string) {
  const coffer = await startCoffer(dataDir)
  onTestFinished(async () => void (await coffer.end('SIGKILL')))
  return coffer
}

/** Prepares a machine with Coffer and Litestream, and a collection for the writers. */
async function openPrimary() {
  const s3 = await openBucket()
  const copy = await copySample('magazine')
  onTestFinished(copy.remove)
  const machine = new Machine(dirname(copy.dataDir), { s3, bucket, path: 'coffer-1' })
  const coffer = await start(machine.dataDir)
  const token = signToken(machine.dataDir, 'auth', 'admin')
  const ask = async (port: number, method: string, path: string, body?: object) => {
    const response = await askApi(port, method, path, { token, ...(body && { body }) })
    expect(response.status, response.text).toBeLessThan(300)
    return response.json
  }
  const collection = await ask(coffer.port, 'POST', '/api/collections', {
    name: 'stock',
    type: 'base',
    ...everyone,
    schema: fields,
  })
  return { s3, machine, coffer, ask, schema: collection.schema as object[] }
}

/** Prepares an empty machine that reads the copy of the first one. */
function openStandby(s3: Awaited<ReturnType<typeof openS3>>) {
  const folder = mkdtempSync(join(scratchDir, 'coffer-standby-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return new Machine(folder, { s3, bucket, path: 'coffer-1' })
}

const storedIn = (dataDir: string) =>
  new Map(queryDatabase(dataDir, 'data', 'SELECT id, count FROM stock').map(([id, count]) => [String(id), Number(count)]))

/** Waits until the clients have made a number of further changes. */
async function makeChanges(writers: Writers, count: number): Promise<void> {
  const before = writers.acknowledged
  await expect.poll(() => writers.acknowledged, { timeout: 60_000 }).toBeGreaterThan(before + count)
}

test('a second machine starts with every change that is older than the replication interval', { timeout: 240_000 }, async () => {
  const { s3, machine, coffer: first, ask, schema } = await openPrimary()
  let coffer = first
  let replication = await machine.replicate()
  const writers = new Writers(coffer.port, 4)
  onTestFinished(() => writers.stop())
  const restart = async (signal: NodeJS.Signals) => {
    await coffer.end(signal)
    coffer = await start(machine.dataDir)
    writers.port = coffer.port
  }
  await makeChanges(writers, 300)
  // Rewrites the table.
  const extended = [...schema, { name: 'note', type: 'text' }]
  const indexes = ['CREATE INDEX idx_stock ON stock (count)']
  await ask(coffer.port, 'PATCH', '/api/collections/stock', { schema: extended, indexes })
  await makeChanges(writers, 200)
  await restart('SIGKILL')
  await makeChanges(writers, 200)
  await replication.end('SIGKILL')
  // Without Litestream, the stop of the server empties the write-ahead log.
  await makeChanges(writers, 200)
  await restart('SIGTERM')
  await makeChanges(writers, 200)
  replication = await machine.replicate()
  await makeChanges(writers, 200)
  await wait(maxLagMs)
  await makeChanges(writers, 50)

  const killed = Date.now()
  await Promise.all([coffer.end('SIGKILL'), replication.end('SIGKILL')])
  await writers.stop()
  const standby = openStandby(s3)
  // The server of the bucket lists an object before it has written all of it.
  await wait(500)
  await standby.run('litestream restore')
  expect(writers.findLost(storedIn(standby.dataDir), killed - maxLagMs)).toEqual([])

  const successor = await start(standby.dataDir)
  const record = await ask(successor.port, 'POST', '/api/collections/stock/records', { count: 1, note: 'made by the successor' })
  standby.path = 'coffer-2'
  await standby.replicate()
  const third = openStandby(s3)
  third.path = 'coffer-2'
  await expect.poll(() => s3.keys(bucket)).toContainEqual(expect.stringMatching(/^coffer-2\//))
  await third.run('litestream restore')
  expect(storedIn(third.dataDir).get(String(record.id))).toBe(1)
})

test('the copy follows a backup that is restored as the manual says', { timeout: 120_000 }, async () => {
  const { s3, machine, coffer, ask } = await openPrimary()
  const restore = async () => {
    await ask(coffer.port, 'POST', '/api/backups/good.zip/restore')
    const health = async () => (await ask(coffer.port, 'GET', '/api/health')).data as { canBackup: boolean; lastRestore: object }
    await expect.poll(async () => (await health()).canBackup).toBe(true)
    return (await health()).lastRestore
  }
  const create = (count: number) => ask(coffer.port, 'POST', '/api/collections/stock/records', { count })
  let replication = await machine.replicate()
  await create(1)
  await ask(coffer.port, 'POST', '/api/backups', { name: 'good.zip' })
  await create(2)
  expect(await restore()).toMatchObject({ error: expect.stringContaining('Another program, such as Litestream') })
  await create(3)
  await replication.end('SIGTERM')
  expect(await restore()).toMatchObject({ error: '' })
  await machine.run('litestream reset')
  const { length } = await s3.keys(bucket)
  replication = await machine.replicate()
  await create(4)
  await expect.poll(async () => (await s3.keys(bucket)).length).toBeGreaterThan(length)
  const metrics = await machine.metrics()
  for (const name of alertMetrics) expect(metrics).toContain(`\n${name}{`)
  await replication.end('SIGTERM')
  const standby = openStandby(s3)
  await standby.run('litestream restore')
  expect([...storedIn(standby.dataDir).values()]).toEqual([1, 4])
})
