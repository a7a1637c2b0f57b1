import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { type CofferOptions, directoryOptions, runCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { hookCasesDir } from '../harness/paths.ts'
import { querySharedSql } from '../harness/queryDatabase.ts'

/** Copies the magazine, with the folders of a recorded case or single migrations beside it. */
async function openCase(source: string | Record<string, string>) {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const folder = join(dataDir, '..')
  const write = (name: string, text: string) => writeFile(join(folder, 'pb_migrations', name), text)
  if (typeof source === 'string') await cp(join(hookCasesDir, source), folder, { recursive: true })
  else {
    await mkdir(join(folder, 'pb_migrations'))
    for (const [name, text] of Object.entries(source)) await write(name, text)
  }
  const migrate = async (args: string[], options?: CofferOptions) => {
    const { status, stdout, stderr } = await runCoffer(['migrate', ...args, ...directoryOptions(dataDir)], options)
    return { status, output: stdout + stderr }
  }
  const rows = (statement: string) => querySharedSql(dataDir, statement)
  const applied = () => rows("SELECT file FROM _migrations WHERE file LIKE '%.js' ORDER BY file").flat()
  return { dataDir, folder, write, migrate, rows, applied }
}

const caseFiles = ['1650000000_older_name.js', '1750000001_create_events.js', '1750000002_fill.js', '1750000003_change.js']

describe('migrations of PocketBase 0.22', () => {
  test('run unchanged before the server listens, and not again at the next start', async () => {
    const { dataDir, rows, applied } = await openCase('23-migrations')
    for (let start = 0; start < 2; start += 1) {
      const coffer = await startCoffer(dataDir)
      const { json } = await askApi(coffer.port, 'GET', '/api/collections/events/records')
      await coffer.end('SIGTERM')
      expect(json.items).toMatchObject([{ collectionId: 'mgevents0000001', title: 'Opening', kind: '', post: '' }])
    }
    expect(applied()).toEqual(caseFiles)
    expect(rows('SELECT title, kind, post FROM events ORDER BY title')).toEqual([
      ['Opening', '', ''],
      ['Reading', 'CLOSED', 'post00000000001'],
    ])
    expect(rows("SELECT name FROM tags WHERE id = 'tag000000000008'")).toEqual([['older migration']])
    expect(String(rows("SELECT value FROM _params WHERE key = 'settings'"))).toContain('Migrated Magazine')
  })

  test('migrations run once if two commands and a server start together', async () => {
    const once = 'migrate(() => { console.log("it runs"); let sum = 0; for (let n = 0; n < 5e7; n += 1) sum += n })'
    const { dataDir, migrate, applied } = await openCase({ '1_once.js': once })
    const [coffer, ...commands] = await Promise.all([startCoffer(dataDir), migrate(['up']), migrate(['up'])])
    const printed = [coffer.output(), ...commands.map(({ output }) => output)].join('')
    await coffer.end('SIGTERM')
    expect(commands.map(({ status }) => status)).toEqual([0, 0])
    expect(printed.match(/it runs/g)).toHaveLength(1)
    expect(printed.match(/Applied 1_once\.js/g)).toHaveLength(1)
    expect(applied()).toEqual(['1_once.js'])
  })

  test('are reverted in reverse order, without changes unless confirmed, and applied again', async () => {
    const { migrate, rows, applied } = await openCase('23-migrations')
    await migrate(['up'])
    expect((await migrate(['down', '2'])).output).toContain('The command has been cancelled')
    expect(applied()).toEqual(caseFiles)
    const reverted = 'Reverted 1750000003_change.js\nReverted 1750000002_fill.js\n'
    expect((await migrate(['down', '2', '--yes'])).output).toContain(reverted)
    expect(rows('SELECT * FROM events')).toEqual([])
    expect((await migrate(['status'])).output).toContain('applied  1750000001_create_events.js\npending  1750000002_fill.js')
    expect((await migrate(['up'])).output).toBe('Applied 1750000002_fill.js\nApplied 1750000003_change.js\n')
    expect((await migrate(['up'])).output).not.toContain('Applied')
  })

  test('of the folder that --migrationsDir names run in place of the default one', async () => {
    const { folder, migrate, applied, dataDir } = await openCase({ '1_default.js': 'migrate(() => null)' })
    const elsewhere = join(folder, 'elsewhere')
    await mkdir(elsewhere)
    await writeFile(join(elsewhere, '2_named.js'), 'migrate(() => null)')
    expect((await migrate(['status', '--migrationsDir', elsewhere])).output).toBe('pending  2_named.js\n')
    const coffer = await startCoffer(dataDir, ['--migrationsDir', elsewhere])
    await coffer.end('SIGTERM')
    expect(applied()).toEqual(['2_named.js'])
  })

  test('that fail keep the server from starting, name file, line and reason, and undo the migrations before them', async () => {
    const { dataDir, rows, applied } = await openCase('27-failing-migration')
    const { status, stderr } = await runCoffer(['serve', ...directoryOptions(dataDir), '--http', '127.0.0.1:0'])
    expect(status).toBe(1)
    expect(stderr).toContain('Failed to apply migration 1750000002_fails.js: sql: no rows in result set')
    expect(stderr).toContain('1750000002_fails.js:1)')
    expect(rows("SELECT name FROM tags WHERE id = 'tag000000000001'")).toEqual([['travel']])
    expect(applied()).toEqual([])
  })

  test('that do not parse are named', async () => {
    const { migrate } = await openCase({ '1_typo.js': 'migrate((db) => {\n  const dao = new Dao(db\n})' })
    const { status, output } = await migrate(['up'])
    expect(status).toBe(1)
    expect(output).toMatch(/failed to run migration 1_typo\.js: .*1_typo\.js:2\)/)
  })

  test('that use a name which is not offered fail with a sentence about what to use instead', async () => {
    const names = `migrate((db) => {
  const dao = new Dao(db)
  const uses = [
    () => dao.findRecordsByFilter('tags', 'id != ""'), () => dao.runInTransaction(() => {}), () => new MailerMessage({}),
    () => ValidationError('code', 'message'), () => $filepath.join('a', 'b'), () => readerToString(null),
  ]
  throw new Error(uses.map((use) => { try { return use() } catch (error) { return error.message } }).join(' | '))
})`
    const { output } = await (await openCase({ '1_names.js': names })).migrate(['up'])
    const sentences = [
      'findRecordsByFilter is not offered in migrations. Find records with findRecordById',
      'runInTransaction is not offered in migrations. All migrations run in one transaction already',
      'MailerMessage is not offered in migrations. Migrations cannot send mails',
      'ValidationError is not offered in migrations. Throw an Error.',
      '$filepath.join is not offered in migrations. Write paths as texts.',
      'readerToString is not offered in migrations. Files are read',
    ]
    for (const sentence of sentences) expect(output).toContain(sentence)
  })

  test('that loop end at their deadline and are rolled back', async () => {
    const loop = `migrate((db) => { db.newQuery("UPDATE tags SET name = 'looped' WHERE id = 'tag000000000001'").execute(); for (;;) {} })`
    const { migrate, rows } = await openCase({ '1_loop.js': loop })
    const { status, output } = await migrate(['up', '--migrationTimeout', '1'])
    expect(status).toBe(1)
    expect(output).toContain('1_loop.js: It did not end within 1 seconds')
    expect(rows("SELECT id FROM tags WHERE name = 'looped'")).toEqual([])
  })

  test('that save an invalid collection fail with the reason for each key', async () => {
    const invalid = `migrate((db) => {
  Dao(db).saveCollection(new Collection({ name: 'a b', type: 'base', listRule: 'nothing = 1' }))
})`
    const { output } = await (await openCase({ '1_invalid.js': invalid })).migrate(['up'])
    expect(output).toMatch(/Failed to apply migration 1_invalid\.js: name: .* listRule: .*1_invalid\.js:2\)/)
  })

  test('create users and admins who can sign in with their passwords', async () => {
    const script = `migrate((db) => {
  const dao = new Dao(db)
  const user = new Record(dao.findCollectionByNameOrId('users'))
  user.setEmail('migrated@example.com')
  user.setPassword('a long password')
  dao.saveRecord(user)
  const admin = new Admin()
  admin.email = 'migrated@example.com'
  admin.setPassword('a long password')
  dao.saveAdmin(admin)
})`
    const { dataDir, migrate } = await openCase({ '1_people.js': script })
    expect(await migrate(['up'])).toEqual({ status: 0, output: 'Applied 1_people.js\n' })
    const coffer = await startCoffer(dataDir)
    const body = { identity: 'migrated@example.com', password: 'a long password' }
    for (const path of ['/api/collections/users/auth-with-password', '/api/admins/auth-with-password'])
      expect((await askApi(coffer.port, 'POST', path, { body })).status).toBe(200)
    await coffer.end('SIGTERM')
  })

  test('see neither modules of Node nor secrets of the server', async () => {
    const script = `const seen = ['fs', 'node:child_process'].map((name) => { try { return typeof require(name) } catch (error) { return error instanceof Error } })
console.log('seen: ' + [seen, process.env.COFFER_TEST_SECRET, process.env.PGPASSWORD, process.env.PB_ENCRYPTION_KEY, process.env.OPEN, typeof setTimeout])
migrate((db) => {})`
    const { migrate } = await openCase({ '1_look.js': script })
    const env = { ...process.env, COFFER_TEST_SECRET: 'secret', PB_ENCRYPTION_KEY: 'k'.repeat(32), OPEN: 'visible' }
    const { output } = await migrate(['up', '--encryptionEnv', 'PB_ENCRYPTION_KEY'], { env })
    expect(output).toContain('seen: true,true,,,,visible,undefined')
  })

  test('written for 0.23 and later are listed with their lines', async () => {
    const { migrate } = await openCase({ '1_newer.js': '// new\nmigrate((app) => {\n  app.save(new Collection({}))\n})' })
    const { output } = await migrate(['status'])
    expect(output).toMatch(/pending {2}1_newer\.js\n.*1_newer\.js:2 is written for PocketBase 0\.23 or later.*\n.*1_newer\.js:3 /)
    expect((await migrate(['up'])).status).toBe(1)
  })
})

describe('new migration files', () => {
  test('a snapshot of all collections applies without changing them', async () => {
    const { folder, migrate, rows } = await openCase({})
    const collections = () => rows("SELECT id, name, schema, options FROM _collections WHERE type <> 'view' ORDER BY id")
    const before = collections()
    await migrate(['snapshot'])
    await migrate(['create', 'add things'])
    const files = (await readdir(join(folder, 'pb_migrations'))).sort()
    expect(files.map(name => name.replace(/^\d{10}/, 'time')).sort()).toEqual([
      'time_add_things.js',
      'time_collections_snapshot.js',
    ])
    expect((await migrate(['up'])).status).toBe(0)
    expect(collections()).toEqual(before)
    for (const name of files) await rm(join(folder, 'pb_migrations', name))
    await migrate(['history-sync'])
    expect(rows("SELECT file FROM _migrations WHERE file LIKE '%.js'")).toEqual([])
  })
})
