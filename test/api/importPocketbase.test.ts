import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { runCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, type Preparation, sampleDir } from '../harness/copySample.ts'
import { isPostgresRun } from '../harness/postgres/testDatabases.ts'

/** Copies the newer sample, and applies SQL or another change to it. */
async function newerDirectory(sql = '', change: (dataDir: string) => void = () => undefined) {
  const prepare: Preparation[] = sql === '' ? [] : [{ sql }]
  const { dataDir, remove } = await copySample('magazine39', prepare, 'sqlite')
  onTestFinished(remove)
  change(dataDir)
  return { from: dataDir, to: join(dirname(dataDir), 'imported') }
}

const importInto = (from: string, to: string, ...more: string[]) => runCoffer(['import-pocketbase', from, '--to', to, ...more])

function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    names
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => {
        const path = join(parentPath, name)
        return [path.slice(folder.length), createHash('sha256').update(readFileSync(path)).digest('hex')]
      })
      .sort(),
  )
}

function rowsOf(dataDir: string, query: string) {
  using database = new DatabaseSync(join(dataDir, 'data.db'))
  return database.prepare(query).all()
}

/** Returns SQL that changes the stored fields of a collection. */
const withField = (collection: string, field: object, column: string) =>
  `ALTER TABLE ${collection} ADD COLUMN ${column}; UPDATE _collections SET fields = json_insert(fields, '$[#]', json('${JSON.stringify(field)}')) WHERE name = '${collection}';`
const withOption = (collection: string, path: string, json: string) =>
  `UPDATE _collections SET options = json_set(options, '${path}', json('${json}')) WHERE name = '${collection}';`
const withSettings = (path: string, json: string) =>
  `UPDATE _params SET value = json_set(CAST(value AS TEXT), '${path}', json('${json}'));`

const hiddenField = withField(
  'posts',
  { id: 'hidden1', name: 'secret', type: 'text', hidden: true },
  "secret TEXT DEFAULT 'x-secret' NOT NULL",
)

const unknownField = withField('posts', { id: 'vec_1', name: 'vec', type: 'vector' }, "vec TEXT DEFAULT 'x-vector' NOT NULL")

const tables = ['users', 'clients', 'authors', 'categories', 'tags', 'posts', 'comments', 'media', 'settings_kv', 'secrets']

/** Replaces the settings by the encrypted ones of another sample. */
function encryptSettings(dataDir: string): void {
  // Otherwise SQLite would write files beside the sample.
  const sample = `${pathToFileURL(join(sampleDir('encrypted'), 'data.db')).href}?immutable=1`
  using encrypted = new DatabaseSync(sample, { readOnly: true })
  const sealed = encrypted.prepare("SELECT value FROM _params WHERE key = 'settings'").get()?.value
  using database = new DatabaseSync(join(dataDir, 'data.db'))
  database.prepare('UPDATE _params SET value = ?').run(sealed ?? '')
}

/** Providers of a collection that exist here; the second one only in PocketBase 0.23 and later. */
const knownProviders = [
  { name: 'gitlab', clientId: 'own', clientSecret: 'own-secret', displayName: 'Ours', pkce: true },
  { name: 'notion', clientId: 'a', clientSecret: 'b', displayName: '', pkce: null },
]

describe.skipIf(isPostgresRun())('coffer import-pocketbase', () => {
  test('imports the magazine: every row, hash, link, setting and file is as it was before', async () => {
    const { from, to } = await newerDirectory()
    const before = filesIn(from)
    const ending = await importInto(from, to, '--logs')
    expect(ending).toMatchObject({ status: 0, stderr: '' })
    // One line counts the first factors of all auth collections.
    expect(ending.stdout.match(/`(posts|_mfas)`: \d+/g)).toEqual(['`posts`: 40', '`_mfas`: 0'])
    expect(filesIn(from)).toEqual(before)

    const { dataDir: original, remove } = await copySample('magazine', [], 'sqlite')
    onTestFinished(remove)
    for (const table of [...tables, 'scratch', 'registry', 'author_totals', 'post_stats'])
      expect(rowsOf(to, `SELECT * FROM ${table} ORDER BY id`), table).toEqual(
        rowsOf(original, `SELECT * FROM ${table} ORDER BY id`),
      )
    const admins = 'SELECT id, email, tokenKey, passwordHash, created FROM _admins ORDER BY id'
    expect(rowsOf(to, admins)).toEqual(rowsOf(original, admins))
    const links = 'SELECT collectionId, recordId, provider, providerId FROM _externalAuths ORDER BY 1, 2, 3'
    expect(rowsOf(to, links)).toEqual(rowsOf(original, links))
    const rules =
      'SELECT name, type, system, listRule, viewRule, createRule, updateRule, deleteRule FROM _collections ORDER BY name'
    expect(rowsOf(to, rules)).toEqual(rowsOf(original, rules))
    const options = "SELECT name, options FROM _collections WHERE type = 'auth' ORDER BY name"
    expect(rowsOf(to, options)).toEqual(rowsOf(original, options))
    expect(filesIn(join(to, 'storage'))).toEqual(filesIn(join(original, 'storage')))
    const settings = (dir: string) =>
      JSON.parse(String(rowsOf(dir, "SELECT value FROM _params WHERE key = 'settings'")[0]?.value))
    for (const part of ['smtp', 's3', 'logs', 'backups', 'googleAuth', 'githubAuth', 'oidcAuth', 'recordAuthToken'])
      expect(settings(to)[part], part).toEqual(settings(original)[part])
    expect(settings(to).meta).toMatchObject({ appName: 'Small Magazine', appUrl: 'https://magazine.example' })
    expect(settings(to).coffer).toMatchObject({ dialect: 'today', batch: { enabled: false }, rateLimits: { enabled: false } })
    expect(readdirSync(to)).not.toContain('data.db-wal')
    expect(readFileSync(join(to, 'import-report.md'), 'utf8')).toMatch(
      /### scratch\n\n(?:- .*\n)*- `scratch.t`: At most 5000 characters/,
    )
  })

  test('afterwards everyone signs in with the same password, and the doctor finds nothing', async () => {
    const { from, to } = await newerDirectory()
    expect(await importInto(from, to)).toMatchObject({ status: 0 })
    const server = await startCoffer(to)
    onTestFinished(async () => void (await server.end('SIGTERM')))
    const signIn = async (path: string, identity: string, password: string) =>
      (await askApi(server.port, 'POST', `/api/${path}/auth-with-password`, { body: { identity, password } })).status
    expect(await signIn('admins', 'editor@magazine.example', 'magazine-admin-1')).toBe(200)
    for (const name of ['alice', 'bob', 'no_mail']) expect(await signIn('collections/users', name, `password-${name}`)).toBe(200)
    expect(await signIn('collections/clients', 'office@client-a.example', 'client-password-a')).toBe(200)
    expect(await signIn('collections/clients', 'office@client-c.example', 'client-password-c')).toBe(403)
    const { stdout } = await runCoffer(['doctor', '--dir', to, '--json'])
    const found = JSON.parse(stdout).findings.map(({ check }: { check: string }) => check)
    expect(found).toContain('backupAge')
    for (const check of ['integrity', 'missingFiles', 'orphanedFiles', 'references', 'storedSettings', 'ruleIndexes'])
      expect(found).not.toContain(check)
  })

  test('an auth collection keeps its own options, and the settings get the options that the others share', async () => {
    const own = {
      oauth2: {
        enabled: true,
        mappedFields: { id: '', name: 'company', username: '', avatarURL: 'logo' },
        providers: [...knownProviders, { name: 'slack', clientId: 'a', clientSecret: 'b' }],
      },
      authToken: { secret: 's'.repeat(50), duration: 700 },
      verificationTemplate: { subject: 'Welcome', body: '<a href="{APP_URL}/go/{TOKEN}">Go</a>' },
      resetPasswordTemplate: { subject: 'No link', body: 'none' },
      passwordAuth: { enabled: true, identityFields: ['vat', 'email'] },
    }
    const changes = Object.entries(own).map(([key, value]) => withOption('clients', `$.${key}`, JSON.stringify(value)))
    const { from, to } = await newerDirectory(changes.join(';'))
    const { status, stdout, stderr } = await importInto(from, to)
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('`clients.oauth2`: The provider "slack" is unknown here, and left out.')
    expect(stdout).toContain('`clients.resetPasswordTemplate`: It needs a link with {TOKEN}')
    const stored = (name: string) =>
      JSON.parse(String(rowsOf(to, `SELECT options FROM _collections WHERE name = '${name}'`)[0]?.options))
    expect(stored('users')).not.toHaveProperty('coffer')
    const urls = { authURL: '', tokenURL: '', userInfoURL: '' }
    expect(stored('clients').coffer).toEqual({
      identityFields: ['vat', 'email'],
      oauth2: { mappedFields: own.oauth2.mappedFields, providers: knownProviders.map(one => ({ ...one, ...urls })) },
      templates: { verificationTemplate: own.verificationTemplate },
      tokens: { authToken: own.authToken },
    })
    const server = await startCoffer(to)
    onTestFinished(async () => void (await server.end('SIGTERM')))
    const path = '/today/api/collections/clients'
    const identity = String(rowsOf(to, "SELECT vat FROM clients WHERE id = 'client000000001'")[0]?.vat)
    const body = { identity, password: 'client-password-a' }
    expect((await askApi(server.port, 'POST', `${path}/auth-with-password`, { body })).status).toBe(200)
    const methods = (await askApi(server.port, 'GET', `${path}/auth-methods?fields=oauth2`)).json
    expect(methods).toMatchObject({ oauth2: { providers: [{ name: 'gitlab', displayName: 'Ours' }, { name: 'notion' }] } })
  })

  test('a dry run prints what would change, and writes nothing', async () => {
    const { from, to } = await newerDirectory(withSettings('$.trustedProxy.headers', '["X-Real-IP"]'))
    const { status, stdout } = await importInto(from, to, '--dry-run', '--json')
    const { notes, imported } = JSON.parse(stdout)
    expect([status, imported]).toEqual([0, undefined])
    expect(notes).toContainEqual({
      subject: 'settings.trustedProxy',
      kind: 'changed',
      text: expect.stringContaining('--trustedProxies'),
    })
    expect(readdirSync(dirname(to))).toEqual(['pb_data'])
  })

  test('fields without a counterpart are translated: geo points, automatic dates, tables without dates, users without names', async () => {
    const idField = '{"name":"id","type":"text","id":"text1","min":15,"max":15,"primaryKey":true,"system":true}'
    const auth = ['password', 'tokenKey', 'email', 'emailVisibility', 'verified'].map(
      name =>
        `{"name":"${name}","type":"${name === 'password' ? 'password' : name === 'email' ? 'email' : name.startsWith('e') || name === 'verified' ? 'bool' : 'text'}","id":"${name}","hidden":${name === 'password' || name === 'tokenKey'},"system":true,"min":8}`,
    )
    const { from, to } = await newerDirectory(`
      CREATE TABLE places (id TEXT PRIMARY KEY NOT NULL, spot JSON DEFAULT '{"lon":0,"lat":0}' NOT NULL, seenAt TEXT DEFAULT '' NOT NULL);
      INSERT INTO places VALUES ('place0000000001', '{"lon":13.4,"lat":52.5}', '2026-05-01 10:00:00.000Z');
      INSERT INTO _collections (id, system, type, name, fields, indexes, listRule, viewRule, options) VALUES ('pbc_1234567890', 0, 'base', 'places',
        '[${idField},{"name":"spot","type":"geoPoint","id":"geo_1"},{"name":"seenAt","type":"autodate","onUpdate":true,"id":"auto1"}]', '[]', '', '@request.body.x:upper = "a"', '{}');
      CREATE TABLE members (id TEXT PRIMARY KEY NOT NULL, password TEXT, tokenKey TEXT, email TEXT, emailVisibility BOOLEAN, verified BOOLEAN);
      INSERT INTO members SELECT 'member000000001', password, 'key-of-member-0000000000000000000', 'm@magazine.example', 0, 1 FROM users WHERE username = 'alice';
      INSERT INTO _collections (id, system, type, name, fields, indexes, options) SELECT 'pbc_2234567890', 0, 'auth', 'members',
        '[${idField},${auth.join(',')}]', '["CREATE UNIQUE INDEX \`idx_email_x\` ON \`members\` (\`email\`) WHERE \`email\` != ''''"]',
        json_set(options, '$.passwordAuth.identityFields', json('["email"]')) FROM _collections WHERE name = 'users'`)
    const { status, stdout, stderr } = await importInto(from, to)
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('`places.created`: The server stores the time of the import, but records do not show it.')
    expect(stdout).toContain('`places.viewRule`: Only admins: the rule cannot be read')
    expect(stdout).toContain('`members.username`: Each record gets a generated username')

    const server = await startCoffer(to)
    onTestFinished(async () => void (await server.end('SIGTERM')))
    const places = await askApi(server.port, 'GET', '/api/collections/places/records')
    const { id, ...shown } = (places.json.items as Record<string, unknown>[])[0] ?? {}
    expect([id, Object.keys(shown)]).toEqual(['place0000000001', ['collectionId', 'collectionName', 'seenAt', 'spot']])
    expect(shown).toMatchObject({ spot: { lon: 13.4, lat: 52.5 }, seenAt: '2026-05-01 10:00:00.000Z' })
    expect((await askApi(server.port, 'GET', '/api/collections/places/records/place0000000001')).status).toBe(403)
    const body = { identity: 'm@magazine.example', password: 'password-alice' }
    const { status: signedIn, json } = await askApi(server.port, 'POST', '/api/collections/members/auth-with-password', { body })
    expect([signedIn, json]).toEqual([
      200,
      expect.objectContaining({ record: expect.objectContaining({ username: expect.stringMatching(/^members\d+$/) }) }),
    ])
  })

  test('limits of requests stay, except for labels that are unknown here', async () => {
    const rule = { label: 'posts:create', audience: '@guest', duration: 3, maxRequests: 2 }
    const limits = { enabled: true, excludedIPs: ['10.0.0.1'], rules: [rule, { ...rule, label: 'custom' }] }
    const { from, to } = await newerDirectory(withSettings('$.rateLimits', JSON.stringify(limits)))
    expect(await importInto(from, to)).toMatchObject({ status: 0, stderr: '' })
    const [stored] = rowsOf(to, "SELECT value FROM _params WHERE key = 'settings'")
    expect(JSON.parse(String(stored?.value)).coffer.rateLimits).toEqual({ ...limits, rules: [rule] })
    expect(readFileSync(join(to, 'import-report.md'), 'utf8')).toContain('1 of its limits are left out')
  })

  test('a hidden field stays hidden, with its values', async () => {
    const { from, to } = await newerDirectory(hiddenField)
    expect(await importInto(from, to)).toMatchObject({ status: 0, stderr: '' })
    const [posts] = rowsOf(to, "SELECT schema FROM _collections WHERE name = 'posts'")
    expect(JSON.parse(String(posts?.schema))).toContainEqual(expect.objectContaining({ name: 'secret', hidden: true }))
    expect(JSON.stringify(rowsOf(to, 'SELECT * FROM posts'))).toContain('x-secret')
  })

  test('a field that cannot be kept stops the import, or its loss is accepted', async () => {
    const { from, to } = await newerDirectory(unknownField)
    const refused = await importInto(from, to)
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain('accept their loss with --accept posts.vec')
    expect(readdirSync(dirname(to))).toEqual(['pb_data'])
    expect(await importInto(from, to, '--accept', 'posts.vec')).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.stringify(rowsOf(to, 'SELECT * FROM posts'))).not.toContain('x-vector')
  })

  test('encrypted settings are read with their key, and stay encrypted', async () => {
    const { from, to } = await newerDirectory('', encryptSettings)
    const env = { ...process.env, SAMPLE_KEY: '0123456789abcdefghijklmnopqrstuv' }
    const ending = await runCoffer(['import-pocketbase', from, '--to', to, '--encryptionEnv', 'SAMPLE_KEY'], { env })
    expect(ending).toMatchObject({ status: 0, stderr: '' })
    expect(String(rowsOf(to, 'SELECT value FROM _params')[0]?.value)).not.toContain('appName')
  })
})

test.skipIf(isPostgresRun())(
  'coffer import-pocketbase keeps passwords of fields, generated texts, dates of the server and help, and doctor names them',
  async () => {
    const pin = { id: 'pin_1', name: 'pin', type: 'password', hidden: true, min: 4, help: 'For the door' }
    const code = { id: 'code_1', name: 'code', type: 'text', autogeneratePattern: '[A-Z]{4}' }
    const seen = { id: 'seen_1', name: 'seen', type: 'autodate', onUpdate: true }
    const hash = `$2a$10$${'x'.repeat(53)}`
    const { from, to } = await newerDirectory(
      [
        withField('users', pin, `pin TEXT DEFAULT '${hash}' NOT NULL`),
        withField('users', code, "code TEXT DEFAULT '' NOT NULL"),
        withField('users', seen, "seen TEXT DEFAULT '2026-05-01 10:00:00.000Z' NOT NULL"),
      ].join(';'),
    )
    expect(await importInto(from, to)).toMatchObject({ status: 0, stderr: '' })
    const [stored] = rowsOf(to, "SELECT schema FROM _collections WHERE name = 'users'")
    expect(JSON.parse(String(stored?.schema))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'password', help: 'For the door', hidden: true }),
        expect.objectContaining({ type: 'text', options: expect.objectContaining({ autogeneratePattern: '[A-Z]{4}' }) }),
        expect.objectContaining({ type: 'autodate', options: { onCreate: false, onUpdate: true } }),
      ]),
    )
    expect(rowsOf(to, 'SELECT DISTINCT pin, seen FROM users')).toEqual([{ pin: hash, seen: '2026-05-01 10:00:00.000Z' }])
    expect(rowsOf(to, "SELECT value FROM _params WHERE key = 'cofferRuleMeaning'")).toEqual([{ value: '"today"' }])
    const { stdout } = await runCoffer(['doctor', '--dir', to])
    expect(stdout).toContain('users.pin (password), users.seen (autodate)')
    expect(stdout).toContain('users.code')
    expect(stdout).toContain('users.pin')
  },
)

describe.skipIf(isPostgresRun())('coffer import-pocketbase refuses', () => {
  const odd: [what: string, sql: string, change: ((dataDir: string) => void) | undefined, message: string][] = [
    ['no database', '', dir => rmSync(join(dir, 'data.db')), 'There is no data.db in'],
    ['an empty database', '', dir => truncateSync(join(dir, 'data.db')), 'is not a data directory of PocketBase 0.23 or later'],
    ['a database that is cut off', '', dir => truncateSync(join(dir, 'data.db'), 100_000), 'data.db'],
    ['a text file', '', dir => writeFileSync(join(dir, 'data.db'), 'no database'.repeat(1000)), 'cannot be read as a database'],
    ['tables of another program', 'DROP TABLE _superusers', undefined, 'is not a data directory of PocketBase 0.23 or later'],
    ['admins of 0.22', 'CREATE TABLE _admins (id TEXT)', undefined, 'It needs no import: coffer serve --dir'],
    ['no settings', 'DELETE FROM _params', undefined, 'The directory has no settings'],
    ['settings that are no JSON', "UPDATE _params SET value = '{'", undefined, 'The settings'],
    ['settings that are encrypted, without their key', '', encryptSettings, 'encrypted'],
    [
      'a hidden email',
      "UPDATE _collections SET fields = json_set(fields, '$[3].hidden', json('true')) WHERE name = 'users'",
      undefined,
      '--accept users.email',
    ],
    [
      'superusers who need two factors',
      withOption('_superusers', '$.otp', '{"enabled":true,"duration":180,"length":8}') +
        withOption('_superusers', '$.mfa', '{"enabled":true,"duration":600,"rule":""}'),
      undefined,
      '--accept _superusers.mfa',
    ],
    [
      'users who have the same username',
      `DROP INDEX __pb_users_auth__username_idx;
        UPDATE _collections SET indexes = json_remove(indexes, '$[0]') WHERE name = 'users';
        UPDATE users SET username = 'ALICE' WHERE username = 'bob'`,
      undefined,
      '--accept users.username',
    ],
    ['settings of the wrong type', withSettings('$.logs.maxDays', '"many"'), undefined, 'The settings cannot be read'],
    [
      'fields that are no JSON',
      "UPDATE _collections SET fields = '[' WHERE name = 'posts'",
      undefined,
      'The collection "posts" cannot be read',
    ],
    [
      'fields that are no list',
      "UPDATE _collections SET fields = '{}' WHERE name = 'posts'",
      undefined,
      'The collection "posts" cannot be read',
    ],
    ['a missing table', 'DROP TABLE secrets', undefined, 'secrets'],
    [
      'records of a view that are missing',
      'UPDATE _collections SET options = \'{"viewQuery":"SELECT id FROM nothing"}\' WHERE name = \'post_stats\'',
      undefined,
      '--accept post_stats',
    ],
    ['an unknown field type', unknownField, undefined, '--accept posts.vec'],
    [
      'an invalid address of admins',
      withSettings('$.superuserIPs', '["10.0.0.1","office"]'),
      undefined,
      '--accept settings.superuserIPs',
    ],
    ['ids of another form', "UPDATE tags SET id = 'short' WHERE rowid = 1", undefined, '--accept tags'],
    [
      'a relation to admins',
      withField(
        'posts',
        { id: 'boss1', name: 'boss', type: 'relation', collectionId: 'pbc_3142635823', maxSelect: 1 },
        "boss TEXT DEFAULT '' NOT NULL",
      ),
      undefined,
      '--accept posts.boss',
    ],
  ]

  test.each(odd)('a directory with %s, with a sentence, and leaves nothing behind', async (_, sql, change, message) => {
    const { from, to } = await newerDirectory(sql, change)
    const { status, stderr } = await importInto(from, to)
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(readdirSync(dirname(to))).toEqual(['pb_data'])
  })

  test('a target that has files, or that another import fills, is left alone', async () => {
    const { from, to } = await newerDirectory()
    mkdirSync(`${to}.partial`)
    expect(await importInto(from, to)).toMatchObject({ status: 1, stderr: expect.stringContaining('another import runs') })
    rmSync(`${to}.partial`, { recursive: true })
    mkdirSync(to)
    writeFileSync(join(to, 'notes.txt'), 'mine')
    expect(await importInto(from, to)).toMatchObject({ status: 1, stderr: expect.stringContaining('is not empty') })
    expect(await importInto(from, from)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Choose another one with --to'),
    })
    expect([existsSync(join(to, 'data.db')), readFileSync(join(to, 'notes.txt'), 'utf8')]).toEqual([false, 'mine'])
  })
})
