import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { directoryOptions, runCoffer, startCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { signToken } from '../../harness/signToken.ts'

const ruleTests = [
  { name: 'Guests cannot see secrets', persona: 'guest', action: 'view', given: { label: 'x' }, expected: 'denied' },
]

const opening = `
export const up = async ({ collections }) => {
  await collections.update('secrets', { viewRule: '' })
  await collections.import([{ ...(await collections.getOne('secrets')), updateRule: '' }])
  await collections.create({ name: 'more', schema: [{ name: 'a', type: 'text' }] })
  await collections.delete('more')
}`

/** The warning about a rule that guests could not use at the review. */
const openedTo = (action: string) => `Guests can ${action} all records of secrets (before: none).`

test('a native migration is applied although rule tests fail after it, so that the server starts, and coffer access --test reports them', async () => {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const token = signToken(dataDir, 'auth', 'admin')
  const first = await startCoffer(dataDir)
  const stored = await askApi(first.port, 'PATCH', '/api/collections/secrets', { token, body: { ruleTests } })
  await first.end('SIGTERM')
  expect(stored.status).toBe(200)

  const folder = join(dirname(dataDir), 'migrations')
  await mkdir(folder)
  await writeFile(join(folder, '1750000001_open.ts'), opening)
  const second = await startCoffer(dataDir)
  const { json } = await askApi(second.port, 'GET', '/api/collections/secrets', { token })
  await second.end('SIGTERM')
  expect(json).toMatchObject({ viewRule: '', updateRule: '', ruleTests })
  const { status, stdout } = await runCoffer(['access', '--test', ...directoryOptions(dataDir)])
  expect([status, stdout]).toEqual([1, expect.stringContaining('FAILED  secrets: Guests cannot see secrets')])
})

const script = `
migrate((db) => {
  const dao = new Dao(db)
  const collection = dao.findCollectionByNameOrId('secrets')
  collection.deleteRule = ''
  dao.saveCollection(collection)
}, (db) => {
  const dao = new Dao(db)
  const collection = dao.findCollectionByNameOrId('secrets')
  collection.deleteRule = null
  collection.listRule = ''
  dao.saveCollection(collection)
})`

const slow = `
export const up = async () => {
  await new Promise(resolve => setTimeout(resolve, 1500))
}`

test('what migrations open since the review is logged as a warning at the start of a server, and printed by coffer migrate', async () => {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const token = signToken(dataDir, 'auth', 'admin')
  const first = await startCoffer(dataDir)
  const { json } = await askApi(first.port, 'GET', '/api/access/exposure', { token })
  const reviewed = await askApi(first.port, 'PUT', '/api/access/review', { token, body: { state: json.state } })
  await first.end('SIGTERM')
  expect(reviewed.status).toBe(200)

  const add = async (path: string, text: string) => {
    await mkdir(join(dirname(dataDir), dirname(path)), { recursive: true })
    await writeFile(join(dirname(dataDir), path), text)
  }
  await add('migrations/1750000001_open.ts', opening)
  const second = await startCoffer(dataDir)
  await second.end('SIGTERM')
  const logged = queryDatabase(dataDir, 'logs', "SELECT message FROM _logs WHERE level = 4 AND message LIKE 'Guests can %'")
  expect(logged.flat().sort()).toEqual([openedTo('update'), openedTo('view')])

  await add('pb_migrations/1750000002_open.js', script)
  const migrate = async (...args: string[]) => (await runCoffer(['migrate', ...args, ...directoryOptions(dataDir)])).stderr
  const up = await migrate('up')
  expect(up).toContain(`Warning: ${openedTo('delete')}\n`)
  // What was open before is not repeated.
  expect(up).not.toContain(openedTo('view'))
  expect(await migrate('down', '1', '--yes')).toContain(`Warning: ${openedTo('list')}\n`)

  // The second process waits for the first one, and finds nothing to apply.
  await add('migrations/1750000003_slow.ts', slow)
  const both = await Promise.all([migrate('up'), migrate('up')])
  expect(both.join('').split(openedTo('delete')).length - 1).toBe(1)
})
