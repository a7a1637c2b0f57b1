import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { runCoffer, startCoffer } from '../harness/coffer.ts'
import { openCounted, subscribe } from '../harness/eventStreams.ts'
import { openS3 } from '../harness/openS3.ts'
import { repositoryDir } from '../harness/paths.ts'
import { workOf } from '../harness/processTree.ts'
import { scratchDir } from '../harness/scratchDir.ts'
import { differences, readStored, StormClient, storms } from '../postgres/harness/StormClient.ts'
import { hasProgram } from './hasProgram.ts'
import { findPostgresPrograms, openPatroni } from './openPatroni.ts'
import { openHaproxy } from './openProxy.ts'
import { replacing } from './replacing.ts'

const binFolder = findPostgresPrograms()
const missing = ['haproxy', 'patroni', 'etcd'].filter(program => !hasProgram(program))
if (binFolder === undefined) missing.push('PostgreSQL 16 or newer with pg_rewind')
const skipped = missing.length > 0 ? ` (skipped: ${missing.join(', ')} not installed)` : ''

/** A primary is replaced after at most 20 seconds, a node after two checks of the proxy. */
const maxFailoverMs = 60_000
const maxNodeLossMs = 5_000

const everyone = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' }

/** Returns the environment of a node, which is `deploy/cluster/node.env` with the values of this machine. */
function environmentOf(name: string, values: Record<string, string>): NodeJS.ProcessEnv {
  const text = replacing(readFileSync(join(repositoryDir, 'deploy/cluster/node.env'), 'utf8'), [['=node1', `=${name}`]])
  const given = [...text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value])
  return { ...process.env, ...Object.fromEntries(given), ...values }
}

test.skipIf(skipped !== '')(
  `the set-up of deploy/cluster loses no confirmed change with a machine of the database and a node${skipped}`,
  { timeout: 300_000 },
  async () => {
    const database = await openPatroni(binFolder ?? '')
    onTestFinished(database.close)
    const s3 = await openS3('coffer-files')
    onTestFinished(s3.close)
    const folder = mkdtempSync(join(scratchDir, 'coffer-cluster-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
    const { endpoint, accessKey, secret } = s3.settings('coffer-files') as Record<string, string>
    const values = {
      COFFER_DATABASE: database.address,
      PGPASSWORD: database.password,
      COFFER_TRUSTED_PROXIES: '127.0.0.1',
      COFFER_SETTINGS_S3_ENDPOINT: endpoint ?? '',
      COFFER_SETTINGS_S3_FORCE_PATH_STYLE: 'true',
      COFFER_SETTINGS_S3_ACCESS_KEY: accessKey ?? '',
      COFFER_SETTINGS_S3_SECRET: secret ?? '',
    }
    const start = (name: string) => startCoffer(join(folder, name), [], { env: environmentOf(name, values) })
    const nodes = [await start('node1'), await start('node2'), await start('node3')]
    onTestFinished(async () => void (await Promise.all(nodes.map(node => node.end('SIGKILL')))))
    const { port, close } = await openHaproxy(nodes.map(node => node.port))
    onTestFinished(close)

    const [identity, password] = ['admin@example.com', 'a secret password']
    await runCoffer(['admin', 'create', identity, password, '--dir', join(folder, 'command')], {
      env: environmentOf('command', values),
    })
    const { json } = await askApi(port, 'POST', '/api/admins/auth-with-password', { body: { identity, password } })
    const create = (body: object) => askApi(port, 'POST', '/api/collections', { token: String(json.token), body })
    const parents = { name: 'parents', type: 'base', ...everyone, schema: [{ name: 'title', type: 'text' }] }
    const { json: created } = await create(parents)
    const schema = [
      { name: 'slug', type: 'text' },
      { name: 'count', type: 'number' },
      { name: 'parent', type: 'relation', options: { collectionId: created.id, maxSelect: 1 } },
    ]
    expect(await create({ name: storms, type: 'base', ...everyone, schema })).toMatchObject({ status: 200 })
    const parent = await askApi(port, 'POST', '/api/collections/parents/records', { body: { title: 'visible' } })

    // The requests of each stream reach the nodes in turn.
    const streams = await Promise.all(Array.from({ length: 3 }, () => openCounted(port)))
    onTestFinished(() => {
      for (const { destroy } of streams) destroy()
    })
    for (const { clientId } of [...streams, ...streams]) expect(await subscribe(port, clientId, ['parents'])).toBe(204)
    await askApi(port, 'POST', '/api/collections/parents/records', { body: { title: 'heard' } })
    await expect.poll(() => streams.map(({ arrived }) => arrived())).toEqual([1, 1, 1])

    const clients = Array.from({ length: 4 }, (_, index) => new StormClient(port, `client${index}`, String(parent.json.id)))
    const running = clients.map(client => client.run())
    const made = () => clients.reduce((sum, { answers }) => sum + answers.made, 0)
    const untilMore = (timeout: number) => expect.poll(made, { timeout }).toBeGreaterThan(made() + 30)
    await untilMore(20_000)
    const primaries = await Promise.all(database.machines.map(machine => machine.isPrimary()))
    database.machines[primaries.indexOf(true)]?.kill()
    await untilMore(maxFailoverMs)
    const busiest = nodes.reduce((most, node) => (workOf(node.pid) > workOf(most.pid) ? node : most))
    await busiest.end('SIGKILL')
    await untilMore(maxNodeLossMs)
    for (const client of clients) client.stop()
    await Promise.all(running)

    expect(clients.flatMap(({ wrong }) => wrong)).toEqual([])
    const left = database.machines[primaries.indexOf(false)]
    const stored = await readStored(`postgres://coffer:${database.password}@${left?.host}/coffer`)
    expect(differences(new Map(clients.flatMap(client => [...client.states])), stored)).toEqual([])
  },
)
