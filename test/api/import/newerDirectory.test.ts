import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { runCoffer, startCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { isPostgresRun } from '../../harness/postgres/testDatabases.ts'

/** Copies the newer sample and changes its database with SQL. */
async function newerDirectory(...statements: string[]) {
  const prepare = statements.length === 0 ? [] : [{ sql: statements.join(';') }]
  const { dataDir, remove } = await copySample('magazine39', prepare, 'sqlite')
  onTestFinished(remove)
  return { from: dataDir, to: join(dirname(dataDir), 'imported') }
}

const importInto = ({ from, to }: { from: string; to: string }, ...more: string[]) =>
  runCoffer(['import-pocketbase', from, '--to', to, ...more])

function rowsOf(path: string, query: string) {
  using database = new DatabaseSync(path)
  return database.prepare(query).all()
}

interface Note {
  subject: string
  kind: string
  text: string
}

/** Returns the notes of a dry run about a part. */
async function notesOf(directory: { from: string; to: string }, subject: string) {
  const { stdout } = await importInto(directory, '--dry-run', '--json')
  const { notes } = JSON.parse(stdout) as { notes: Note[] }
  return notes.filter(note => note.subject === subject).map(({ kind, text }) => [kind, text])
}

/** Makes the usernames of the sample an ordinary field: neither required nor unique. */
const withOptionalUsernames = [
  'DROP INDEX __pb_users_auth__username_idx',
  `UPDATE _collections SET indexes = json_remove(indexes, '$[0]') WHERE name = 'users'`,
]

describe.skipIf(isPostgresRun())('coffer import-pocketbase', () => {
  test('a server starts on an imported directory beside the migrations that PocketBase has applied, and runs none of them', async () => {
    const applied = '1700000000_created_posts.js'
    const directory = await newerDirectory(`INSERT INTO _migrations (file, applied) VALUES ('${applied}', 1700000000000000)`)
    const folder = join(dirname(directory.to), 'pb_migrations')
    mkdirSync(folder)
    const newer = 'migrate((app) => app.save(new Collection({ name: "unmade", fields: [] })), (app) => null)\n'
    writeFileSync(join(folder, applied), newer)
    expect(await importInto(directory)).toMatchObject({ status: 0, stderr: '' })
    expect(readFileSync(join(directory.to, 'import-report.md'), 'utf8')).toContain('that PocketBase has applied count as applied')
    const server = await startCoffer(directory.to)
    expect((await askApi(server.port, 'GET', '/api/health')).status).toBe(200)
    await server.end('SIGTERM')
    expect(rowsOf(join(directory.to, 'data.db'), "SELECT name FROM _collections WHERE name = 'unmade'")).toEqual([])
    writeFileSync(join(folder, '1800000000_later.js'), newer)
    await expect(startCoffer(directory.to)).rejects.toThrow('1800000000_later.js')
  }, 60_000)

  test('the report does not warn of meanings of rules that imported directories do not have', async () => {
    const directory = await newerDirectory()
    expect(await notesOf(directory, 'categories.deleteRule')).toEqual([])
  })

  test('the report names each setting that the server does not have', async () => {
    const directory =
      await newerDirectory(`UPDATE _params SET value = json_set(CAST(value AS TEXT), '$.meta.accentColor', '#ff0000',
      '$.logs.logAuthId', json('true'), '$.meta.slogan', 'x', '$.telemetry', json('{}'))`)
    const left = ['changed', 'The setting is unknown here, and left out.']
    expect(await notesOf(directory, 'settings.meta.accentColor')).toEqual([
      ['changed', 'The dashboard has a fixed accent color.'],
    ])
    expect(await notesOf(directory, 'settings.logs.logAuthId')).toEqual([['changed', 'The log has no ids of users.']])
    expect(await notesOf(directory, 'settings.meta.slogan')).toEqual([left])
    expect(await notesOf(directory, 'settings.telemetry')).toEqual([left])
  })

  test('the report says that superusers get no mails about sign-ins from elsewhere, if they had them', async () => {
    const subject = '_superusers.authAlert'
    const lost = ['changed', 'Admins get no mails about sign-ins from elsewhere here.']
    expect(await notesOf(await newerDirectory(), subject)).toEqual([lost])
    const off =
      "UPDATE _collections SET options = json_set(options, '$.authAlert.enabled', json('false')) WHERE name = '_superusers'"
    expect(await notesOf(await newerDirectory(off), subject)).toEqual([])
  })

  test('the report names the options that are left out of a field that every collection has', async () => {
    const isEmail = `json_extract(value, '$.name') = 'email'`
    const changed = `json_set(value, '$.help', 'Yours', '$.presentable', json('true'))`
    const directory = await newerDirectory(`UPDATE _collections SET fields = (
      SELECT json_group_array(json(CASE WHEN ${isEmail} THEN ${changed} ELSE value END)) FROM json_each(fields)
    ) WHERE name = 'users'`)
    expect((await notesOf(directory, 'users.email')).sort()).toEqual([
      ['changed', 'Its option "help" is the same in every collection here, and "Yours" is left out.'],
      ['changed', 'Its option "presentable" is the same in every collection here, and true is left out.'],
    ])
  })

  test('users without a username get one of their own, and the dry run says how many', async () => {
    const directory = await newerDirectory(
      ...withOptionalUsernames,
      "UPDATE users SET username = '' WHERE username IN ('alice', 'bob')",
    )
    expect(await notesOf(directory, 'users.username')).toEqual([
      ['changed', '2 of its records have no username. They get a generated one, which responses show.'],
    ])
    expect(await importInto(directory)).toMatchObject({ status: 0, stderr: '' })
    const users = rowsOf(
      join(directory.to, 'data.db'),
      "SELECT username FROM users WHERE id IN ('alice0000000001', 'bob000000000001')",
    )
    expect(users).toEqual([{ username: 'users_alice0000000001' }, { username: 'users_bob000000000001' }])
    const server = await startCoffer(directory.to)
    onTestFinished(async () => void (await server.end('SIGTERM')))
    const body = { identity: 'alice@readers.example', password: 'password-alice' }
    expect((await askApi(server.port, 'POST', '/api/collections/users/auth-with-password', { body })).status).toBe(200)
  }, 60_000)

  test('users with one username in any case stop the import before a record is copied, or all but the first get another one', async () => {
    const directory = await newerDirectory(...withOptionalUsernames, "UPDATE users SET username = 'ALICE' WHERE username = 'bob'")
    const stopped = await importInto(directory, '--dry-run')
    expect([stopped.status, stopped.stderr]).toEqual([1, expect.stringContaining('--accept users.username')])
    expect(await notesOf(directory, 'users.username')).toEqual([
      ['cannot', expect.stringContaining('1 of its records have the username of another record')],
    ])
    expect(await importInto(directory, '--accept', 'users.username')).toMatchObject({ status: 0, stderr: '' })
    const query = "SELECT id, username FROM users WHERE id IN ('alice0000000001', 'bob000000000001') ORDER BY id"
    expect(rowsOf(join(directory.to, 'data.db'), query)).toEqual([
      { id: 'alice0000000001', username: 'alice' },
      { id: 'bob000000000001', username: 'users_bob000000000001' },
    ])
  })

  test('the log of a server that was killed is imported with its write-ahead log, and stays as it is', async () => {
    const directory = await newerDirectory()
    const path = join(directory.from, 'auxiliary.db')
    const before = rowsOf(path, 'SELECT id FROM _logs').length
    const killed = join(dirname(directory.from), 'killed')
    {
      // A copy of the files of an open database has what a killed server leaves behind.
      using running = new DatabaseSync(path)
      running.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
        INSERT INTO _logs (id, level, message, data, created) VALUES ('killedserver001', 0, 'last words', '{}', '2026-05-01 10:00:00.000Z')`)
      cpSync(directory.from, killed, { recursive: true })
    }
    const names = ['auxiliary.db', 'auxiliary.db-wal']
    const contents = () => names.map(name => readFileSync(join(killed, name)))
    const left = contents()
    expect(await importInto({ from: killed, to: directory.to }, '--logs')).toMatchObject({ status: 0, stderr: '' })
    expect(names.map(name => existsSync(join(killed, name)))).toEqual([true, true])
    expect(contents()).toEqual(left)
    const logs = rowsOf(join(directory.to, 'logs.db'), 'SELECT message FROM _logs')
    expect([logs.length, logs.at(-1)]).toEqual([before + 1, { message: 'last words' }])
  })

  test.each([
    ['damaged', (path: string) => writeFileSync(path, 'no database'.repeat(1000))],
    ['empty', (path: string) => writeFileSync(path, '')],
  ])('a log that is %s stops the import with a sentence, also a dry run, and without it the import works', async (_, change) => {
    const directory = await newerDirectory()
    change(join(directory.from, 'auxiliary.db'))
    for (const more of [[], ['--dry-run']]) {
      const { status, stderr } = await importInto(directory, '--logs', ...more)
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/auxiliary\.db cannot be read as a log: .*without --logs\.\s*$/),
      ])
    }
    expect(readdirSync(dirname(directory.to))).toEqual(['pb_data'])
    expect(await importInto(directory)).toMatchObject({ status: 0 })
  })
})
