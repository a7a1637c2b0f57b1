import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { NodeStatus } from '../../packages/server/db/nodes.ts'
import { runCoffer } from '../harness/coffer.ts'
import { openCounted, subscribe } from '../harness/eventStreams.ts'
import { nodeEnvironment, openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres, type PostgresServer } from '../harness/openPostgres.ts'
import { openS3 } from '../harness/openS3.ts'
import { scratchDir } from '../harness/scratchDir.ts'
import { notes } from './harness/nodeCollections.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(async () => {
  await postgres?.close()
})

describe('several nodes on a database', () => {
  test('two nodes show each other records, collections, settings and events at once', async () => {
    const nodes = await openNodes(postgres)
    const [one, other] = [await nodes.start('one'), await nodes.start('other')]
    expect(await one.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
    const stream = await openCounted(other.port)
    expect(await subscribe(other.port, stream.clientId, ['notes'])).toBe(204)
    for (let count = 1; count <= 20; count += 1) {
      const [writer, reader] = count % 2 === 0 ? [one, other] : [other, one]
      expect(await writer.ask('POST', 'collections/notes/records', { title: `${count}` }, '')).toMatchObject({ status: 200 })
      expect((await reader.ask('GET', 'collections/notes/records', undefined, '')).json).toMatchObject({ totalItems: count })
    }
    await expect.poll(stream.arrived).toBe(20)
    stream.destroy()
    expect(await other.ask('PATCH', 'settings', { meta: { appName: 'Two' } })).toMatchObject({ status: 200 })
    expect((await one.ask('GET', 'settings')).json).toMatchObject({ meta: { appName: 'Two' } })
    const admin = ['admin', 'update', 'admin@example.com', 'another password', ...nodes.options('command')]
    expect(await runCoffer(admin)).toMatchObject({ status: 0 })
    for (const node of [one, other]) expect(await node.ask('GET', 'settings')).toMatchObject({ status: 401 })
  })

  test('a node serves by the rules that another node has migrated at its start', async () => {
    const nodes = await openNodes(postgres)
    const one = await nodes.start('one')
    expect(await one.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
    const statusForGuests = async () => (await one.ask('GET', 'collections/notes/records', undefined, '')).status
    expect(await statusForGuests()).toBe(200)
    const folder = await mkdtemp(join(scratchDir, 'migrations-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const close = `export const up = ({ collections }) => collections.update('notes', { listRule: null })`
    await writeFile(join(folder, '1_close.ts'), close)
    await nodes.start('other', ['--migrations', folder])
    expect(await statusForGuests()).toBe(403)
  })

  test('a node starts while collections change at another node, without a deadlock', async () => {
    const nodes = await openNodes(postgres)
    await nodes.start('one')
    const client = new pg.Client(nodes.address)
    await client.connect()
    onTestFinished(() => client.end())
    // Takes the locks of a change of collections. The second one is taken while the start waits for the first one.
    await client.query('BEGIN; LOCK TABLE "_cofferNodeState" IN EXCLUSIVE MODE')
    const waitingStarts = `SELECT pid FROM pg_locks WHERE relation = '"_cofferNodeState"'::regclass AND mode = 'RowExclusiveLock' AND NOT granted`
    const change = async () => {
      await expect.poll(() => postgres.execute(nodes.address, waitingStarts), { timeout: 60_000 }).toHaveLength(1)
      await client.query('LOCK TABLE "_cofferNodeLog" IN ROW EXCLUSIVE MODE; COMMIT')
    }
    const [other] = await Promise.all([nodes.start('other'), change()])
    expect(await other.ask('GET', 'health')).toMatchObject({ status: 200 })
  })

  test('each node lists all nodes, with the node that has the duties, and hung nodes with the number of changes they have missed', async () => {
    const nodes = await openNodes(postgres)
    const [one, other] = [await nodes.start('one'), await nodes.start('other')]
    const list = async (node = one): Promise<NodeStatus[]> => JSON.parse((await node.ask('GET', 'nodes')).text)
    const upToDate = { version: expect.stringMatching(/^\d+\.\d+\.\d+$/), isLive: true, pendingChanges: 0 }
    expect((await one.ask('GET', 'nodes', undefined, '')).status).toBe(401)
    expect(await one.ask('POST', 'collections', notes)).toMatchObject({ status: 200 })
    await expect
      .poll(() => list())
      .toMatchObject([
        { name: 'one', ...upToDate, hasDuties: true, isResponding: true },
        { name: 'other', ...upToDate, hasDuties: false, isResponding: false },
      ])
    expect((await list(other)).map(({ isResponding }) => isResponding)).toEqual([false, true])
    const stream = await openCounted(other.port)
    await expect.poll(async () => (await list()).map(({ clients }) => clients), { timeout: 5_000 }).toEqual([0, 1])
    stream.destroy()
    await expect.poll(async () => (await list()).map(({ clients }) => clients), { timeout: 5_000 }).toEqual([0, 0])
    expect((await list()).map(({ lastError, lastErrorDate }) => lastError + lastErrorDate)).toEqual(['', ''])
    for (const { started, lastSeen } of await list()) {
      expect(Math.abs(Date.now() - Date.parse(lastSeen.replace(' ', 'T')))).toBeLessThan(60_000)
      expect(started < lastSeen).toBe(true)
    }
    other.signal('SIGSTOP')
    for (const title of ['1', '2', '3']) await one.ask('POST', 'collections/notes/records', { title })
    const hung = [
      { name: 'one', ...upToDate },
      { name: 'other', isLive: false, pendingChanges: 3 },
    ]
    await expect.poll(() => list(), { timeout: 5_000 }).toMatchObject(hung)
    other.signal('SIGCONT')
    await expect.poll(() => list(), { timeout: 5_000 }).toMatchObject([upToDate, upToDate])
    await one.end('SIGTERM')
    const left = [{ name: 'other', ...upToDate, hasDuties: true, isResponding: true }]
    await expect.poll(() => list(other), { timeout: 5_000 }).toMatchObject(left)
  })

  test('log entries and metrics of a node have its name, and the log can be filtered by it', async () => {
    const nodes = await openNodes(postgres)
    const metricsToken = 'a-token-of-some-length'
    const [one, other] = [await nodes.start('one', ['--metricsToken', metricsToken]), await nodes.start('other')]
    await one.ask('GET', 'collections?at=one')
    await other.ask('GET', 'collections?at=other')
    const entriesOf = async (node: string) => {
      const filter = encodeURIComponent(`data.node = "${node}" && data.url ~ "?at="`)
      const { json } = await one.ask('GET', `logs?filter=${filter}`)
      return (json.items as { data: { node: string; url: string } }[]).map(({ data }) => [data.node, data.url])
    }
    for (const { name } of [one, other])
      await expect.poll(() => entriesOf(name), { timeout: 10_000 }).toEqual([[name, `/api/collections?at=${name}`]])
    const { text } = await one.ask('GET', 'metrics', undefined, `Bearer ${metricsToken}`)
    expect(text).toMatch(/^coffer_node_info\{name="one",version="\d+\.\d+\.\d+"\} 1$/m)
  })

  test('a server that cannot run beside a running node exits with a sentence that says why', async () => {
    const nodes = await openNodes(postgres)
    const one = await nodes.start('one')
    const start = (name: string, env: NodeJS.ProcessEnv, ...args: string[]) =>
      runCoffer(['serve', '--http', '127.0.0.1:0', ...nodes.options(name), ...args], { env })
    const { COFFER_SETTINGS_S3_ENABLED: _, ...withoutS3 } = nodeEnvironment
    const withKey = { ...nodeEnvironment, COFFER_ENCRYPTION_KEY: 'k'.repeat(32) }
    const [alone, same, local, locked] = await Promise.all([
      start('alone', nodeEnvironment),
      start('same', nodeEnvironment, '--node', 'one'),
      start('local', withoutS3, '--node', 'local'),
      start('locked', withKey, '--node', 'locked'),
    ])
    expect(alone).toMatchObject({ status: 1, stderr: expect.stringContaining('Another server runs on this database.') })
    expect(same).toMatchObject({ status: 1, stderr: expect.stringContaining('A node with the name "one" runs already.') })
    expect(local).toMatchObject({ status: 1, stderr: expect.stringContaining('Several nodes need a common storage of files.') })
    expect(locked).toMatchObject({ status: 1, stderr: expect.stringContaining('The node "one" has another encryption key.') })
    expect(await one.ask('GET', 'health')).toMatchObject({ status: 200 })
    expect(await one.ask('POST', 'backups/any.zip/restore')).toMatchObject({
      status: 400,
      text: expect.stringContaining('A backup cannot be restored while several nodes run.'),
    })
    expect((await one.end('SIGTERM')).status).toBe(0)
    const plain = await start('plain', nodeEnvironment, '--node', 'bad name')
    expect(plain.stderr).toContain('1 to 63 letters')
    const ordering = await start('ordering', nodeEnvironment, '--node', 'ordering', 'example.com')
    expect(ordering).toMatchObject({ status: 1, stderr: expect.stringContaining('A node cannot order certificates') })
  })
})

describe('the storages of several nodes', () => {
  test('a node rejects settings without S3, where the other nodes would not find files', async () => {
    const nodes = await openNodes(postgres)
    const one = await nodes.start('one')
    expect(await one.ask('PATCH', 'settings', { s3: { enabled: false } })).toMatchObject({
      status: 400,
      text: expect.stringContaining('validation_s3_required'),
    })
  })

  test('a node rejects a schedule of backups without a common storage of backups, and warns at its start if it has one already', async () => {
    const nodes = await openNodes(postgres)
    const one = await nodes.start('one')
    const save = (node: TestNode, backups: object) => node.ask('PATCH', 'settings', { backups })
    const issue = { backups: { cron: { code: 'validation_s3_required', message: expect.stringContaining('automatic backups') } } }
    const rejected = { status: 400, json: { data: issue } }
    const stored = { status: 200 }
    const s3 = await openS3('backups')
    onTestFinished(s3.close)
    expect(await save(one, { cron: '0 3 * * *' })).toMatchObject(rejected)
    expect(await save(one, { cron: '0 3 * * *', s3: s3.settings('backups') })).toMatchObject(stored)
    expect(await save(one, { s3: { enabled: false } })).toMatchObject(rejected)
    expect(await save(one, { cron: '', s3: { enabled: false } })).toMatchObject(stored)
    expect((await one.end('SIGTERM')).stderr).not.toContain('automatic backups')

    const fixed = await nodes.start('fixed', [], { env: { COFFER_SETTINGS_BACKUPS_CRON: '0 3 * * *' } })
    // The schedule that fails already does not keep admins from saving other settings.
    expect(await fixed.ask('PATCH', 'settings', { meta: { appName: 'Office' } })).toMatchObject(stored)
    expect((await fixed.end('SIGTERM')).stderr).toMatch(
      /^Warning: automatic backups fail\. Several nodes need a common storage of backups\. Enable S3 in Settings/m,
    )
  })

  test('a node makes and shows backups only if all nodes store them in the same place, and otherwise says what to do', async () => {
    const nodes = await openNodes(postgres)
    const [one, other] = [await nodes.start('one'), await nodes.start('other')]
    const fileToken = String((await one.ask('POST', 'files/token')).json.token)
    const requests = [
      ['GET', 'backups'],
      ['POST', 'backups'],
      ['GET', `backups/any.zip?token=${fileToken}`],
      ['DELETE', 'backups/any.zip'],
    ] as const
    const sentence = expect.stringContaining('Several nodes need a common storage of backups. Enable S3')
    for (const [method, path] of requests)
      expect(await one.ask(method, path, method === 'POST' ? {} : undefined)).toMatchObject({ status: 400, text: sentence })
    const examine = async () => (await runCoffer(['doctor', ...nodes.options('one')], { env: nodeEnvironment })).stdout
    expect(await examine()).toMatch(/^problem: Several nodes run on the database without .* \(backupLocation\)$/m)

    const s3 = await openS3('backups')
    onTestFinished(s3.close)
    expect(await one.ask('PATCH', 'settings', { backups: { s3: s3.settings('backups') } })).toMatchObject({ status: 200 })
    expect(await one.ask('POST', 'backups', { name: 'made.zip' })).toMatchObject({ status: 204 })
    expect(JSON.parse((await other.ask('GET', 'backups')).text)).toMatchObject([{ key: 'made.zip' }])
    expect(await examine()).not.toContain('(backupLocation)')
  })
})
