import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { directoryOptions, runCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'

/** Copies the sample, with files by their paths beside the data directory. */
async function prepare(files: Record<string, string>) {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const folder = dirname(dataDir)
  const save = (name: string, content: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  for (const [name, content] of Object.entries(files)) save(name, content)
  const migrate = async (...args: string[]) => {
    const { stdout, stderr, status } = await runCoffer(['migrate', ...args, ...directoryOptions(dataDir)])
    return { output: stdout + stderr, status }
  }
  /** Serves the directory while `work` sends requests as an admin. */
  const serve = async <T>(work: (ask: (method: string, path: string) => ReturnType<typeof askApi>) => Promise<T>): Promise<T> => {
    const server = await startServer({ dataDir })
    try {
      const token = signToken(dataDir, 'auth', 'admin')
      return await work((method, path) => askApi(server.port, method, `/api/collections/${path}`, { token }))
    } finally {
      await server.stop()
    }
  }
  return { folder, dataDir, save, migrate, serve }
}

const teams = `
import { filter } from 'coffer'
import type { Migration } from 'coffer'
import { names } from './_names.ts'

export async function up({ collections, data, sql, settings }: Migration): Promise<void> {
  const { id } = await collections.create({
    name: 'teams',
    schema: [
      { name: 'name', type: 'text', required: true, options: { max: 20 } },
      { name: 'size', type: 'number' },
      { name: 'logo', type: 'file', options: { maxSelect: 1, maxSize: 1000 } },
    ],
    indexes: ['CREATE UNIQUE INDEX one_name ON teams (name)'],
  })
  await Promise.all(names.map((name, size) => data.collection('teams').create({ name, size })))
  const logo = new File(['abc'], 'logo.txt', { type: 'text/plain' })
  const red = await data.collection('teams').getFirstListItem(filter('name = {:name}', { name: 'red' }))
  const { logo: stored } = await data.collection('teams').update(red.id, { logo, 'size+': 10 })
  if ((await (await data.collection('teams').getFile(red.id, String(stored))).text()) !== 'abc') throw new Error('Another file.')
  const batch = data.batch()
  batch.collection('teams').update(red.id, { 'size+': 100 }, { where: 'size = 10' })
  await batch.send()
  await collections.update('teams', {
    listRule: '',
    addFields: [{ name: 'lead', type: 'relation', options: { collectionId: id, maxSelect: 1 } }],
    changeFields: [{ name: 'name', options: { max: 30 } }, { name: 'size', presentable: true }],
    fieldOrder: ['lead', 'name', 'size', 'logo'],
  })
  if (await sql.run('UPDATE teams SET size = size + {:more} WHERE name = {:name}', { more: 1000, name: 'red' }) !== 1)
    throw new Error('Another number of rows.')
  const rows = await sql.all('SELECT name, size FROM teams WHERE name = {:name}', { name: 'red' })
  const { items } = await data.collection('teams').getList(1, 10, { filter: 'size > 1000', sort: 'name' })
  if (items[0]?.size !== rows[0]?.size) throw new Error('The API and the statement disagree.')
  const { meta } = await settings.get() as { meta: { appName: string } }
  await settings.update({ meta: { appName: meta.appName + ' with teams' } })
}

export async function down({ collections, settings }: Migration) {
  await collections.delete('teams')
  await settings.update({ meta: { appName: 'Back' } })
}
`

test('native migrations change collections, records and settings at the start, with scripts of pb_migrations in the order of names', async () => {
  const { migrate, serve, folder } = await prepare({
    'migrations/1750000001_teams.ts': teams,
    'migrations/lib/_names.ts': '',
    'migrations/1750000003_last.ts': `
      export const up = async ({ data }) => { await data.collection('teams').create({ name: 'last' }) }`,
    'pb_migrations/1750000002_middle.js': `migrate(db => {
      const dao = new Dao(db)
      const record = new Record(dao.findCollectionByNameOrId('teams'))
      record.set('name', 'middle')
      dao.saveRecord(record)
    })`,
  })
  rmSync(join(folder, 'migrations/lib'), { recursive: true })
  mkdirSync(join(folder, 'shared'))
  writeFileSync(join(folder, 'shared/_names.ts'), "export const names: string[] = ['red', 'blue']")
  writeFileSync(join(folder, 'migrations/1750000001_teams.ts'), teams.replace('./_names.ts', '../shared/_names.ts'))
  const pending = await migrate('status')
  expect(pending.output).toBe('pending  1750000001_teams.ts\npending  1750000002_middle.js\npending  1750000003_last.ts\n')
  for (let turn = 0; turn < 2; turn += 1) {
    const [collection, records] = await serve(async ask => [
      (await ask('GET', 'teams')).json,
      (await ask('GET', 'teams/records?sort=created,name')).json.items as { name: string; size: number }[],
    ])
    expect((collection.schema as { name: string }[]).map(({ name }) => name)).toEqual(['lead', 'name', 'size', 'logo'])
    expect(collection).toMatchObject({
      listRule: '',
      viewRule: null,
      schema: [{}, { required: true, options: { max: 30 } }, { presentable: true }, {}],
    })
    expect(records.map(({ name, size }) => [name, size]).toSorted()).toEqual([
      ['blue', 1],
      ['last', 0],
      ['middle', 0],
      ['red', 1110],
    ])
  }
  expect((await migrate('status')).output).not.toContain('pending')
  const reverted = await migrate('down', '-1', '--yes')
  expect(reverted.output.split('\n').filter(line => line.startsWith('Reverted'))).toEqual([
    'Reverted 1750000003_last.ts',
    'Reverted 1750000002_middle.js',
    'Reverted 1750000001_teams.ts',
  ])
  rmSync(join(folder, 'migrations'), { recursive: true })
  rmSync(join(folder, 'pb_migrations'), { recursive: true })
  expect((await serve(ask => ask('GET', 'teams'))).status).toBe(404)
})

test('native migrations create auth records with passwords', async () => {
  const user = { username: 'made_by_migration', password: 'long-enough-1', passwordConfirm: 'long-enough-1' }
  const { serve } = await prepare({
    'migrations/1750000001_user.ts': `
      export const up = async ({ data }) => { await data.collection('users').create(${JSON.stringify(user)}) }`,
  })
  const path = `users/records?filter=${encodeURIComponent('username = "made_by_migration"')}`
  expect((await serve(ask => ask('GET', path))).json.totalItems).toBe(1)
})

const failing = `
import { mail } from 'coffer'

const attempts = {
  value: ({ data }) => data.collection('authors').create({ name: 'x' }),
  rule: ({ collections }) => collections.update('authors', { listRule: 'nothing = 1' }),
  field: ({ collections }) => collections.update('authors', { removeFields: ['nothing'] }),
  statement: ({ sql }) => sql.run('DELETE FROM missing_table'),
  parameter: ({ sql }) => sql.run('SELECT {:a}'),
  mail: () => mail.send({ to: 'a@example.com', subject: 'x' }),
}

export async function up(migration) {
  for (const [name, attempt] of Object.entries(attempts))
    await Promise.resolve().then(() => attempt(migration)).then(() => console.log(name, 'was possible'), error => console.log(name, error.message))
  // A failed request undoes only its own changes.
  await migration.data.collection('scratch').create({ t: 'x' })
  throw new Error('wrong')
}
`

test('a native migration that fails says why and changes nothing', async () => {
  const { migrate, serve, save, folder } = await prepare({
    'migrations/1_fine.ts': `export const up = ({ collections }) =>
      collections.create({ name: 'fine', schema: [{ name: 'a', type: 'text' }] })`,
    'migrations/2_failing.ts': failing,
  })
  const { output, status } = await migrate('up')
  expect(status).toBe(1)
  expect(output).toContain('value acceptedTerms: Missing required value.')
  expect(output).toMatch(/^rule listRule: .*unknown field "nothing"$/m)
  expect(output).toContain('field The collection has no field nothing.\n')
  expect(output).toMatch(/^statement .*missing_table/m)
  expect(output).toContain('parameter The statement has no value for {:a}.')
  expect(output.match(/^value /gm)).toHaveLength(1)
  expect(output).toContain('mail mail is not offered in migrations.')
  expect(output).toMatch(/Failed to apply migration 2_failing\.ts: wrong \(.*2_failing\.ts:18\)/)
  save('migrations/2_failing.ts', 'export const x = 1')
  expect((await migrate('up')).output).toContain('2_failing.ts: A migration exports a function "up"')
  save('migrations/2_failing.ts', 'export const up = (')
  expect((await migrate('up')).output).toMatch(/^Error: failed to run migration 2_failing\.ts: /)
  expect((await migrate('status')).output).toContain('pending  1_fine.ts')
  save('pb_migrations/2_failing.ts', '')
  await expect(serve(ask => ask('GET', 'fine'))).rejects.toThrow(
    'Both folders of migrations have a file 2_failing.ts. Rename one of them.',
  )
  rmSync(join(folder, 'pb_migrations'), { recursive: true })
  rmSync(join(folder, 'migrations/2_failing.ts'))
  expect((await serve(ask => ask('GET', 'scratch/records?filter=t="x"'))).json.totalItems).toBe(0)
  save('migrations/2_failing.ts', 'export function up() { for (;;); }')
  // The time includes the start of the thread.
  expect((await migrate('up', '--migrationTimeout', '5')).output).toContain('2_failing.ts: It did not end within 5 seconds.')
  save('migrations/2_failing.ts', 'export const up = () => new Promise(() => setTimeout(() => { throw new Error("late") }))')
  expect((await migrate('up')).output).toContain('2_failing.ts: late')
  for (const content of ['process.exit(0)', 'export const up = () => process.exit(0)']) {
    save('migrations/2_failing.ts', content)
    expect((await migrate('up')).output).toContain('2_failing.ts: It ended its thread, as process.exit() does.')
  }
})

test('created migrations and snapshots are native unless there is only a folder pb_migrations', async () => {
  const { migrate, folder, serve, save } = await prepare({})
  expect((await migrate('create', 'addTags')).output).toMatch(/created file .*\/migrations\/\d{10}_add_tags\.ts/)
  await migrate('snapshot')
  const names = readdirSync(join(folder, 'migrations'))
  expect(names.map(name => name.replace(/^\d{10}/, ''))).toEqual(
    expect.arrayContaining(['_add_tags.ts', '_collections_snapshot.ts']),
  )
  const snapshot = readFileSync(join(folder, 'migrations', names.find(name => name.includes('snapshot')) ?? ''), 'utf8')
  expect(snapshot).toContain("name: 'posts'")
  for (const name of names) rmSync(join(folder, 'migrations', name))
  await serve(ask => ask('DELETE', 'comments'))
  save('migrations/1_snapshot.ts', snapshot)
  expect((await migrate('up')).output).toBe('Applied 1_snapshot.ts\n')
  expect((await serve(ask => ask('GET', 'comments'))).status).toBe(200)
  rmSync(join(folder, 'migrations'), { recursive: true })
  mkdirSync(join(folder, 'pb_migrations'))
  expect((await migrate('create', 'x')).output).toMatch(/\/pb_migrations\/\d{10}_x\.js/)
})
