import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { directoryOptions, runCoffer, startCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { repositoryDir } from '../../harness/paths.ts'
import { signToken } from '../../harness/signToken.ts'
import { type ServerSetup, startServer } from '../../harness/startServer.ts'

type Kind = 'native' | 'script'

interface Listed {
  type: string
  created: string
  updated: string
  schema: { id: string }[]
}

const foldersOf = (dataDir: string) => ({
  native: join(dirname(dataDir), 'migrations'),
  script: join(dirname(dataDir), 'pb_migrations'),
})

async function copy() {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  return dataDir
}

/** Serves a directory while `work` changes and lists collections as an admin. */
async function serve(
  dataDir: string,
  options: NonNullable<ServerSetup['hooks']>,
  work: (
    ask: (method: string, path: string, body?: object) => ReturnType<typeof askApi>,
    list: () => Promise<unknown[]>,
  ) => Promise<void>,
): Promise<void> {
  const server = await startServer({ dataDir, hooks: options })
  const token = signToken(dataDir, 'auth', 'admin')
  const ask = (method: string, path: string, body?: object) =>
    askApi(server.port, method, `/api/collections${path}`, { token, ...(body && { body }) })
  const list = async () =>
    ((await ask('GET', '?perPage=200&sort=name')).json.items as Listed[]).map(({ created: _, updated: __, schema, ...one }) => ({
      ...one,
      // The fields of a view get ids of their own on each server.
      ...(one.type !== 'view' && { schema: schema.toSorted((field, other) => (field.id < other.id ? -1 : 1)) }),
    }))
  try {
    await work(ask, list)
  } finally {
    await server.stop()
  }
}

/** Lists the collections of a directory without applying its migrations. */
async function collectionsOf(dataDir: string): Promise<unknown[]> {
  let collections: unknown[] = []
  const none = join(dirname(dataDir), 'none')
  await serve(dataDir, { migrationFolders: { native: none, script: none } }, async (_, list) => {
    collections = await list()
  })
  return collections
}

async function migrate(dataDir: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await runCoffer(['migrate', ...args, ...directoryOptions(dataDir)])
  return stdout + stderr
}

const text = (name: string, options = {}) => ({ id: `id_${name}`.padEnd(8, '0'), name, type: 'text', options })
const relation = (name: string, collectionId: string) => ({
  id: `id_${name}`.padEnd(8, '0'),
  name,
  type: 'relation',
  options: { collectionId, maxSelect: 1 },
})

/** Changes of collections, as the editor of the dashboard saves them. */
const changes: [method: string, path: string, body?: object][] = [
  [
    'POST',
    '',
    {
      name: 'events',
      listRule: "title != 'it\\'s'",
      schema: [
        { ...text('title', { max: 20, pattern: '^[a-z"\'\\\\]+$' }), hidden: true },
        { ...text('place'), hidden: true },
        { ...text('kind'), type: 'select', options: { maxSelect: 1, values: ['a', 'b'] } },
      ],
      indexes: ['CREATE UNIQUE INDEX `one_title` ON `events` (`title`)'],
    },
  ],
  [
    'PATCH',
    '/events',
    {
      name: 'meetings',
      listRule: null,
      viewRule: '',
      schema: [
        text('added'),
        { ...text('title', { max: 30 }), name: 'heading', required: true, hidden: false },
        { ...text('kind'), type: 'select', options: { maxSelect: 1, values: ['a', 'c'] }, hidden: true },
      ],
      indexes: ['CREATE INDEX `one_heading` ON `meetings` (`heading`, `added`)'],
    },
  ],
  [
    'POST',
    '',
    {
      name: 'staff',
      type: 'auth',
      schema: [{ ...text('phone'), hidden: true }],
      options: { minPasswordLength: 9, allowUsernameAuth: true },
    },
  ],
  ['PATCH', '/staff', { options: { requireEmail: true, onlyEmailDomains: ['a.example'] } }],
  ['POST', '', { name: 'headings', type: 'view', options: { query: 'SELECT id, heading FROM meetings' } }],
  [
    'PUT',
    '/import',
    {
      collections: [
        {
          id: 'collection_one1',
          name: 'one',
          type: 'base',
          schema: [text('a'), relation('two', 'collection_two2'), relation('self', 'collection_one1')],
        },
        { id: 'collection_two2', name: 'two', type: 'base', schema: [relation('one', 'collection_one1')] },
      ],
    },
  ],
  ['PATCH', '/headings', { listRule: '', options: { query: 'SELECT id, heading, added FROM meetings' } }],
  ['DELETE', '/staff'],
]

const titles = {
  native: ['created_events', 'updated_events', 'created_staff', 'updated_staff', 'created_headings', 'changed_collections'],
  script: ['created_events', 'updated_events', 'created_staff', 'updated_staff', 'created_headings', 'created_one'],
}

test.each<Kind>(['native', 'script'])(
  'changes of collections are written as %s migrations, which apply and revert them',
  async kind => {
    const dataDir = await copy()
    const folders = foldersOf(dataDir)
    const states: unknown[][] = []
    await serve(dataDir, { writtenMigrations: { kind, folders } }, async (ask, list) => {
      states.push(await list())
      for (const [method, path, body] of changes) {
        const { status, text: answer } = await ask(method, path, body)
        expect([method, path, status < 300 ? '' : answer]).toEqual([method, path, ''])
        states.push(await list())
      }
      expect((await ask('PATCH', '/meetings', { listRule: 'nothing = 1' })).status).toBe(400)
      expect((await ask('PATCH', '/meetings', { viewRule: '' })).status).toBe(200)
    })
    const names = readdirSync(folders[kind])
      .filter(name => !/^(?:coffer\.d\.ts|tsconfig\.json)/.test(name))
      .sort()
    expect(names.map(name => name.replaceAll(/^\d{10}_|\.[jt]s$/g, ''))).toEqual([
      ...titles[kind],
      'updated_headings',
      'deleted_staff',
    ])
    // The server that has made the changes has them already.
    expect(await migrate(dataDir, 'up')).toBe('No new migrations to apply.\n')
    expect(await migrate(dataDir, 'down', '1', '--yes')).toContain('deleted_staff')
    expect(await collectionsOf(dataDir)).toEqual(states.at(-2))
    const other = await copy()
    cpSync(folders[kind], foldersOf(other)[kind], { recursive: true })
    await serve(other, {}, async (ask, list) => {
      expect(await list()).toEqual(states.at(-1))
      const fields = (await ask('GET', '/meetings')).json.schema as { name: string }[]
      // PocketBase 0.22 adds fields at the end.
      const order = { native: ['added', 'heading', 'kind'], script: ['heading', 'kind', 'added'] }
      expect(fields.map(({ name }) => name)).toEqual(order[kind])
    })
    expect(await migrate(other, 'down', '-1', '--yes')).toMatch(/Reverted \d+_created_events/)
    expect(await collectionsOf(other)).toEqual(states[0])
  },
)

test('a written migration contains only what has changed', async () => {
  const dataDir = await copy()
  const folders = foldersOf(dataDir)
  await serve(dataDir, { writtenMigrations: { kind: 'native', folders } }, async ask => {
    const { json } = await ask('GET', '/tags')
    const schema = json.schema as { name: string }[]
    await ask('PATCH', '/tags', { listRule: '', schema: [...schema, text('note', { max: 40 })] })
    // Editors check the migrations with these types.
    await vi.waitFor(
      () => expect(readFileSync(join(folders.native, 'coffer.d.ts'), 'utf8')).toContain('interface Migration'),
      10_000,
    )
  })
  const [name = ''] = readdirSync(folders.native).filter(name => name.endsWith('_updated_tags.ts'))
  expect(readFileSync(join(folders.native, name), 'utf8')).toBe(`import type { Migration } from 'coffer'

export async function up({ collections }: Migration) {
  await collections.update('tags', {
    listRule: '',
    addFields: [{ id: 'id_note0', name: 'note', type: 'text', options: { max: 40 } }],
  })
}

export async function down({ collections }: Migration) {
  await collections.update('tags', {
    listRule: '@request.query.kind:isset = false || kind = @request.query.kind',
    removeFields: ['note'],
  })
}
`)
  const tsc = join(repositoryDir, 'node_modules/.bin/tsc')
  expect(spawnSync(tsc, ['-p', folders.native, '--skipLibCheck', 'false'], { encoding: 'utf8' }).stdout).toBe('')
})

test('a change that cannot be written as a migration is rejected', async () => {
  const dataDir = await copy()
  const folders = foldersOf(dataDir)
  await serve(dataDir, { writtenMigrations: { kind: 'native', folders } }, async (ask, list) => {
    writeFileSync(folders.native, 'not a folder')
    const before = await list()
    const { status, json } = await ask('PATCH', '/tags', { listRule: '' })
    expect([status, json.message]).toEqual([400, expect.stringContaining('The change could not be written as a migration.')])
    expect(await list()).toEqual(before)
  })
})

test('the option --dev writes migrations', async () => {
  const dataDir = await copy()
  const coffer = await startCoffer(dataDir, ['--dev'])
  const token = signToken(dataDir, 'auth', 'admin')
  expect((await askApi(coffer.port, 'PATCH', '/api/collections/tags', { token, body: { listRule: '' } })).status).toBe(200)
  await coffer.end('SIGTERM')
  expect(readdirSync(foldersOf(dataDir).native).some(name => /^\d{10}_updated_tags\.ts$/.test(name))).toBe(true)
})
