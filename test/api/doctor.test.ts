import { chmod, mkdir, open, readdir, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checks } from '../../packages/server/dataDirectory/doctor/checks.ts'
import type { Report } from '../../packages/server/dataDirectory/doctor/examine.ts'
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
  ? ['integrity', 'sqliteVersion', 'writeAheadLog', 'returnToPocketbase']
  : ['postgresIntegrity', 'postgresVersion', 'postgresDurability']

async function openCopy({ sample = 'magazine' as SampleName, prepare = [] as Preparation[] } = {}) {
  const { dataDir, remove } = await copySample(sample, [{ sql: withoutPublicRules }, ...prepare])
  onTestFinished(remove)
  await chmod(dataDir, 0o700)
  await rm(join(dataDir, 'backups'), { recursive: true, force: true })
  await mkdir(join(dataDir, 'backups'))
  await writeFile(join(dataDir, 'backups/fresh.zip'), '')
  return dataDir
}

async function run(dataDir: string, args: readonly string[] = [], variables: Record<string, string> = {}) {
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

async function overwrite(path: string, start: number, length: number) {
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc(length, 0xa5), 0, length, start)
  await file.close()
}

async function writeSparseFile(path: string, length: number) {
  await writeFile(path, '')
  await truncate(path, length)
}

const manyTags = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
  INSERT INTO tags (id, name) SELECT printf('many%011d', i), 'tag ' || i FROM n`

/** Builds a unique index over equal values without a transaction, which leaves an index that PostgreSQL does not use. */
async function createInvalidIndex(dataDir: string) {
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
  returnToPocketbase: {
    prepare: [
      {
        sql: `ALTER TABLE tags ADD COLUMN place JSON DEFAULT '{"lon":0,"lat":0}' NOT NULL;
          UPDATE _collections SET schema = json_insert(schema, '$[#]', json('{"id":"place1","name":"place","type":"geoPoint","options":{}}'))
          WHERE name = 'tags'`,
      },
    ],
    says: /^PocketBase 0\.22 cannot open this data directory: .+ tags\.place \(geoPoint\)\.$/,
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

const abilities = [
  [
    'a hidden field',
    "UPDATE _collections SET schema = json_set(schema, '$[0].hidden', json('true')) WHERE name = 'tags'",
    'would show fields that are hidden here: tags.name.',
  ],
  [
    'an option of later versions',
    `UPDATE _collections SET options = json_set(options, '$.coffer', json('{"otp":{"enabled":true},"authRule":"@collection.tags.name != id"}')) WHERE name = 'users'`,
    'would ignore options of auth collections, so that users could sign in who cannot here: users (authRule, oauth2, otp).',
  ],
  [
    'a provider of later versions',
    `UPDATE _collections SET options = json_set(options, '$.coffer.oauth2', json('{"providers":[{"name":"notion"},{"name":"github"}]}'))
      WHERE name = 'users'`,
    'does not know these sign-in providers: users (notion).',
  ],
  [
    'a rule with a name of later versions',
    "UPDATE _collections SET listRule = '@request.body.a:lower = 1', viewRule = 'strftime(''%Y'', created) > 1' WHERE name = 'tags'",
    'so that only admins would pass them: tags.listRule, tags.viewRule, users.manageRule.',
  ],
  [
    'settings of later versions',
    `UPDATE _params SET value = json_set(value, '$.coffer', json('{"superuserIPs":["10.0.0.1"],"rateLimits":{"enabled":true}}')) WHERE key = 'settings'`,
    'would let admins in from all addresses, not only from 10.0.0.1.',
  ],
  [
    'the meaning of later versions in rules',
    `INSERT INTO _params (id, key, value) VALUES ('meaning', 'cofferRuleMeaning', '"today"');
      UPDATE _collections SET deleteRule = '@collection.tags.name != "x"' WHERE name = 'media';
      UPDATE _collections SET options = json_set(options, '$.manageRule', '@collection.tags.name:lower != "x"') WHERE name = 'users'`,
    'rules have the meaning of later versions here: categories.deleteRule, media.deleteRule, posts.createRule, users.manageRule.',
  ],
] as const

test.runIf(!isPostgresRun())('each ability that PocketBase 0.22 does not have is a notice that names its uses', async () => {
  const { report } = await run(await openCopy({ prepare: abilities.map(([, sql]) => ({ sql })) }))
  const found = report.findings.filter(({ check }) => check === 'returnToPocketbase').map(({ message }) => message)
  for (const [ability, , says] of abilities) expect(found, ability).toContainEqual(expect.stringContaining(says))
  expect(found).toHaveLength(abilities.length + 1)
})

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

test('names files that are missing, emptied to 0 bytes or replaced by a folder, but no file that was uploaded empty', async () => {
  const dataDir = await openCopy()
  const media = join(dataDir, 'storage', 'mgmedia00000001')
  const paths = (await readdir(media, { recursive: true })).filter(path => path.endsWith('.attrs') && !path.includes('thumbs_'))
  const [missing = '', emptied = '', folder = '', uploaded = ''] = paths.map(path => path.replace(/\.attrs$/, '')).sort()
  for (const path of [missing, folder]) await rm(join(media, path))
  await mkdir(join(media, folder))
  for (const path of [emptied, uploaded]) await truncate(join(media, path))
  await writeFile(join(media, `${uploaded}.attrs`), '{"md5":"1B2M2Y8AsgTpgAmY7PhCfg=="}')
  const { report } = await run(dataDir)
  expect(report.findings.toSorted((one, other) => (one.message < other.message ? -1 : 1))).toMatchObject([
    { message: '1 file of media cannot be found.', examples: [`media/${missing}`] },
    { message: '1 file of media has lost its content.', examples: [`media/${emptied}`] },
    { message: '1 file of media is a folder.', examples: [`media/${folder}`] },
  ])
})

const brokenRow = (value: string): Preparation[] => [{ sql: `UPDATE _params SET value = ${value} WHERE key = 'settings'` }]

test.each<[string, { sample?: SampleName; prepare?: Preparation[] }, Record<string, string>, RegExp, RegExp]>([
  ['encrypted', { sample: 'encrypted' }, {}, /encrypted and no key was given/, /^Start the server with the encryption key/],
  [
    'encrypted with another key',
    { sample: 'encrypted' },
    { COFFER_ENCRYPTION_KEY: 'x'.repeat(32) },
    /another key than .*, or damaged/,
    /^Start the server with the encryption key .* If they cannot be read with it, copy the row "settings" .* from a backup/,
  ],
  ['cut off', { prepare: brokenRow('substr(value, 1, 100)') }, {}, /the row is damaged/, /^Copy the row "settings"/],
  ['empty', { prepare: brokenRow("''") }, {}, /the row is damaged/, /^Copy the row "settings"/],
  ['a list', { prepare: brokenRow("'[1]'") }, {}, /the row is damaged/, /^Copy the row "settings"/],
  [
    'cut off after they were encrypted',
    { sample: 'encrypted', prepare: brokenRow('substr(value, 1, 101)') },
    { COFFER_ENCRYPTION_KEY: 'x'.repeat(32) },
    /the row is damaged/,
    /^Copy the row "settings"/,
  ],
])('tells damage from a missing key if the stored settings are %s', async (_, sample, variables, message, advice) => {
  const { report } = await run(await openCopy(sample), [], variables)
  expect(report.findings.filter(({ check }) => check === 'storedSettings')).toMatchObject([
    { message: expect.stringMatching(message), advice: expect.stringMatching(advice) },
  ])
})

describe('coffer doctor --fix', () => {
  test('moves old files without a record away, keeps all others, and makes the directory private', async () => {
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
      expect.stringMatching(/^Moved 3 files without a record to .*\. The server removes them in 30 days\.$/),
    ])
    expect(status).toBe(0)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o750)
    const after = new Set(await readdir(join(dataDir, 'storage'), { recursive: true }))
    expect(before.filter(path => !after.has(path)).sort()).toEqual([...orphans].sort())
    const [folder = ''] = await readdir(join(dataDir, '.coffer_orphaned'))
    const moved = await readdir(join(dataDir, '.coffer_orphaned', folder), { recursive: true })
    expect(moved).toEqual(expect.arrayContaining(orphans))
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

test('a file that is gone by the time the doctor looks at it is no finding', async () => {
  const dataDir = await openCopy()
  // Is listed, and cannot be opened, like a temporary file that a running server removes after it was listed.
  await symlink('removed', join(dataDir, 'temporary'))
  const { report } = await run(dataDir)
  expect(report).toMatchObject({ failed: [], findings: [] })
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
