import { chmod, mkdir, open, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checks } from '../../packages/server/doctor/checks.ts'
import type { Report } from '../../packages/server/doctor/examine.ts'
import { askApi } from '../harness/askApi.ts'
import { directoryOptions, runCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type Preparation, type SampleName } from '../harness/copySample.ts'
import { databaseOf, isPostgresRun } from '../harness/postgres/testDatabases.ts'
import { signToken } from '../harness/signToken.ts'

const withoutPublicRules = `UPDATE _collections SET createRule = NULL, updateRule = NULL, deleteRule = NULL WHERE name = 'scratch'`

/** Settings with which no check finds anything, on a machine with free disk space. */
const settings = {
  COFFER_SETTINGS_SMTP_ENABLED: 'true',
  COFFER_SETTINGS_META_APP_URL: 'https://magazine.example',
  COFFER_SETTINGS_META_SENDER_ADDRESS: 'editors@magazine.example',
}

/** Checks whose result depends on the machine, or that no local backup passes. PostgreSQL runs without fsync in tests. */
const skipped = ['backupLocation', 'disk', ...(isPostgresRun() ? ['postgresDurability'] : [])]

/** The checks that only the other kind of database needs. */
const inapplicable = isPostgresRun()
  ? ['integrity', 'sqliteVersion', 'writeAheadLog']
  : ['postgresIntegrity', 'postgresVersion', 'postgresDurability']

const openCopy = async ({ sample = 'magazine' as SampleName, prepare = [] as Preparation[] } = {}) => {
  const { dataDir, remove } = await copySample(sample, [{ sql: withoutPublicRules }, ...prepare])
  onTestFinished(remove)
  await chmod(dataDir, 0o700)
  await rm(join(dataDir, 'backups'), { recursive: true, force: true })
  await mkdir(join(dataDir, 'backups'))
  await writeFile(join(dataDir, 'backups/fresh.zip'), '')
  return dataDir
}

const run = async (dataDir: string, args: readonly string[] = [], variables: Record<string, string> = {}) => {
  const env = { ...process.env, ...settings, ...variables }
  const all = [...directoryOptions(dataDir), '--json', '--skip', skipped.join(), ...args]
  const { status, stdout, stderr } = await runCoffer(['doctor', ...all], { env })
  expect(stderr).toBe('')
  return { status, report: JSON.parse(stdout) as Report }
}

const age = (path: string, days: number) => utimes(path, new Date(), new Date(Date.now() - days * 86_400_000))

test('a healthy data directory passes all checks with status 0', async () => {
  const { status, report } = await run(await openCopy())
  expect(report).toMatchObject({ findings: [], failed: [], skipped: expect.any(Array) })
  expect(report.passed.map(({ check }) => check)).toEqual(
    checks.map(({ name }) => name).filter(name => !skipped.includes(name) && !inapplicable.includes(name)),
  )
  expect(status).toBe(0)
})

interface Plant {
  sample?: SampleName
  prepare?: Preparation[]
  plant?: (dataDir: string) => Promise<unknown>
  variables?: Record<string, string>
  says: RegExp
}

const overwrite = async (path: string, start: number, length: number) => {
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc(length, 0xa5), 0, length, start)
  await file.close()
}

const writeSparseFile = async (path: string, length: number) => {
  await writeFile(path, '')
  await truncate(path, length)
}

const manyTags = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
  INSERT INTO tags (id, name) SELECT printf('many%011d', i), 'tag ' || i FROM n`

/** Builds a unique index over equal values without a transaction, which leaves an index that PostgreSQL does not use. */
const createInvalidIndex = async (dataDir: string) => {
  const client = new pg.Client(databaseOf(dataDir))
  await client.connect()
  await expect(client.query('CREATE UNIQUE INDEX CONCURRENTLY twice ON tags (kind)')).rejects.toThrow('could not create')
  await client.end()
}

const plants: Record<string, Plant> = {
  integrity: { plant: dir => overwrite(join(dir, 'logs.db'), 8192, 8192), says: /^logs\.db is damaged: / },
  writeAheadLog: { plant: dir => writeSparseFile(join(dir, 'data.db-wal'), 300_000_000), says: /grown to 300 MB/ },
  permissions: { plant: dir => chmod(dir, 0o755), says: /^Other users of this machine can open / },
  clock: { prepare: [{ sql: "UPDATE _params SET updated = '2999-01-01 00:00:00.000Z'" }], says: /is behind the data/ },
  storedSettings: { sample: 'encrypted', says: /no key was given/ },
  references: {
    prepare: [{ sql: "DELETE FROM users WHERE username = 'bob'" }],
    says: /refers to records of users that do not exist/,
  },
  missingFiles: {
    plant: async dir => {
      const media = join(dir, 'storage', 'mgmedia00000001')
      for (const folder of await readdir(media)) await rm(join(media, folder), { recursive: true })
    },
    says: /^\d+ files of media cannot be found\.$/,
  },
  postgresIntegrity: { plant: createInvalidIndex, says: /^PostgreSQL does not use 1 index, / },
  backupAge: { plant: dir => age(join(dir, 'backups/fresh.zip'), 30), says: /^The newest backup is of / },
  ruleIndexes: {
    prepare: [{ sql: manyTags }],
    says: /^Rules look up tags\.kind, which has no index/,
  },
  publicRules: {
    prepare: [{ sql: "UPDATE _collections SET deleteRule = '' WHERE name = 'posts'" }],
    says: /^Everyone can delete every record in posts/,
  },
  tokenLifetimes: {
    variables: { COFFER_SETTINGS_ADMIN_AUTH_TOKEN_DURATION: '31536000' },
    says: /adminAuthToken is valid for 365 days/,
  },
  applicationUrl: {
    variables: { COFFER_SETTINGS_META_APP_URL: 'http://localhost:8090' },
    says: /the default http:\/\/localhost:8090/,
  },
  mail: { variables: { COFFER_SETTINGS_SMTP_ENABLED: 'false' }, says: /^No SMTP server is set/ },
  admins: { prepare: [{ sql: 'DELETE FROM _admins' }], says: /^There is no administrator yet\.$/ },
}

test.each(Object.entries(plants).filter(([name]) => !inapplicable.includes(name)))(
  'the check %s finds what is wrong, says what to do, and ends with status 1',
  async (name, planted) => {
    const { sample = 'magazine', prepare = [], plant, variables, says } = planted
    const dataDir = await openCopy({ sample, prepare })
    await plant?.(dataDir)
    const { status, report } = await run(dataDir, [], variables)
    const found = report.findings.filter(({ check }) => check === name)
    expect(found.map(({ message }) => message)).toContainEqual(expect.stringMatching(says))
    expect(found.every(({ advice }) => advice !== '')).toBe(true)
    expect(report.failed).toEqual([])
    expect(status).toBe(1)
  },
)

describe('coffer doctor --fix', () => {
  test('removes old files without a record, keeps all others, and makes the directory private', async () => {
    const dataDir = await openCopy()
    await chmod(dataDir, 0o755)
    const [record = ''] = await readdir(join(dataDir, 'storage/mgmedia00000001'))
    const orphans = [
      'mgmedia00000001/nosuchrecord001/lost_0123456789.txt',
      `mgmedia00000001/${record}/lost_0123456789.txt`,
      'gone/x/y.txt',
    ]
    const fresh = `mgmedia00000001/${record}/new_0123456789.txt`
    for (const key of [...orphans, fresh]) {
      const path = join(dataDir, 'storage', key)
      await mkdir(join(path, '..'), { recursive: true })
      await writeFile(path, 'text')
      if (key !== fresh) await age(path, 2)
    }
    const before = await readdir(join(dataDir, 'storage'), { recursive: true })
    expect((await run(dataDir)).report.findings).toMatchObject([
      { check: 'permissions' },
      {
        check: 'orphanedFiles',
        message: expect.stringContaining('3 stored files without a record'),
        examples: expect.any(Array),
      },
    ])
    const { status, report } = await run(dataDir, ['--fix'])
    expect(report.findings.map(({ fixed }) => fixed)).toEqual([
      `Other users can no longer open ${dataDir}.`,
      'Removed 3 files without a record.',
    ])
    expect(status).toBe(0)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o750)
    const after = new Set(await readdir(join(dataDir, 'storage'), { recursive: true }))
    expect(before.filter(path => !after.has(path)).sort()).toEqual([...orphans].sort())
    expect(await run(dataDir)).toMatchObject({ status: 0 })
  })
})

test.each([
  ['a directory without a database', ['--dir', '/nothing/here'], 'There is no database in /nothing/here.'],
  [
    'an unreachable database',
    ['--dir', '/tmp', '--database', 'postgres://owner@127.0.0.1:1/none'],
    "Couldn't connect to PostgreSQL at 127.0.0.1:1/none: connect ECONNREFUSED",
  ],
  [
    'a missing directory',
    ['--dir', '/nothing/here', '--database', 'postgres://owner@127.0.0.1:1/none'],
    'There is no directory /nothing/here.',
  ],
  ['an unknown option', ['--nope'], "unknown option '--nope'"],
])('coffer doctor ends with status 2 for %s', async (_, args, message) => {
  const { status, stderr } = await runCoffer(['doctor', ...args])
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
})

test.runIf(isPostgresRun())(
  'coffer doctor names the settings of PostgreSQL with which a power failure can damage the database',
  async () => {
    const dataDir = await openCopy()
    const { stdout, status } = await runCoffer(['doctor', ...directoryOptions(dataDir), '--json'])
    const found = (JSON.parse(stdout) as Report).findings.filter(({ check }) => check === 'postgresDurability')
    expect(found.map(({ message }) => message)).toEqual([
      'The setting fsync of PostgreSQL is off, so a power failure can damage the database.',
      'The setting full_page_writes of PostgreSQL is off, so a power failure can damage the database.',
    ])
    expect(status).toBe(1)
  },
)

test('prints each finding with its advice as text', async () => {
  const dataDir = await openCopy()
  const { stdout } = await runCoffer(['doctor', ...directoryOptions(dataDir)], {
    env: { ...process.env, ...settings, COFFER_SKIP: skipped.filter(name => name !== 'backupLocation').join() },
  })
  expect(stdout).toMatch(/^notice: Backups are stored in the data directory.*\(backupLocation\)\n {2}→ Store backups in S3\./)
  expect(stdout).toMatch(/1 finding\. \d+ checks found nothing, skipped: (postgresDurability, )?disk\.\n$/)
})

test('an admin examines a running server, which accepts changes in the meantime', async () => {
  const dataDir = await openCopy()
  const server = await startCoffer(dataDir, [], { env: { ...process.env, ...settings } })
  onTestFinished(async () => void (await server.end('SIGTERM')))
  const token = signToken(dataDir, 'auth', 'admin')
  const examinations = [1, 2, 3].map(() => askApi(server.port, 'GET', '/api/doctor', { token }))
  const created = await askApi(server.port, 'POST', '/api/collections/tags/records', { token, body: { name: 'new' } })
  expect(created.status).toBe(200)
  for (const { status, json } of await Promise.all(examinations)) {
    expect(status).toBe(200)
    const { failed, findings } = json as unknown as Report
    expect([failed, findings.map(({ check }) => check).filter(name => name !== 'disk' && name !== 'postgresDurability')]).toEqual(
      [[], ['backupLocation']],
    )
  }
  const { report } = await run(dataDir)
  expect(report).toMatchObject({ failed: [], findings: [] })
})
