import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { directoryOptions, runCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { repositoryDir, typeFixturesDir } from '../harness/paths.ts'
import { scratchDir } from '../harness/scratchDir.ts'
import { signToken } from '../harness/signToken.ts'
import { startServer } from '../harness/startServer.ts'

/** A collection with the fields that PocketBase 0.22 does not have, and a view of it. */
const newer = [
  {
    name: 'places',
    type: 'base',
    fields: [
      { name: 'name', type: 'text', required: true },
      { name: 'code', type: 'text', required: true, autogeneratePattern: '[a-z]{8}' },
      { name: 'made', type: 'autodate', onCreate: true },
      { name: 'spot', type: 'geoPoint', required: true },
      { name: 'pin', type: 'password', required: true, min: 4 },
      { name: 'secret', type: 'text', hidden: true },
      { name: 'notes', type: 'editor', maxSize: 10_000, help: 'What is worth a visit.' },
    ],
  },
  { name: 'place_spots', type: 'view', viewQuery: 'SELECT id, spot FROM places' },
]

let copy: SampleCopy
let folder: string
beforeAll(async () => {
  copy = await copySample('magazine')
  folder = await mkdtemp(join(scratchDir, 'coffer-types-'))
  const server = await startServer({ dataDir: copy.dataDir })
  const token = signToken(copy.dataDir, 'auth', 'admin')
  const created: number[] = []
  for (const body of newer) {
    const { status } = await askApi(server.port, 'POST', '/today/api/collections', { token, body })
    created.push(status)
  }
  await server.stop()
  expect(created).toEqual([200, 200])
  const args = ['types', ...directoryOptions(copy.dataDir), '--out', join(folder, 'types.ts')]
  // Containers set the variable for the server.
  const env = { ...process.env, COFFER_HOOKS: '/srv/hooks' }
  expect(await runCoffer(args, { env })).toMatchObject({ status: 0, stderr: '', stdout: '' })
})
afterAll(async () => {
  await copy.remove()
  await rm(folder, { recursive: true, force: true })
})

const compilerOptions = {
  strict: true,
  noEmit: true,
  module: 'preserve',
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
}

test('`coffer types` writes the types of all collections to a file', async () => {
  const types = await readFile(join(folder, 'types.ts'), 'utf8')
  expect(types).toContain('export interface PlacesRecord {')
})

test.each([
  ['0.21', 'pocketbase', ['usages.ts']],
  ['0.28', 'pocketbase-today', ['usages.ts', 'usagesToday.ts']],
])('right uses of SDK %s compile with the written types, and wrong ones do not', async (version, installed, files) => {
  const app = join(folder, version)
  await mkdir(join(app, 'node_modules'), { recursive: true })
  await symlink(join(repositoryDir, 'node_modules', installed), join(app, 'node_modules/pocketbase'))
  await cp(join(folder, 'types.ts'), join(app, 'types.ts'))
  for (const file of files) await cp(join(typeFixturesDir, file), join(app, file))
  await writeFile(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const { stdout, status } = spawnSync(join(repositoryDir, 'node_modules/.bin/tsc'), ['-p', app], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

test('`coffer types --hooks` rejects a value that is neither true nor false, such as a file', async () => {
  const { status, stderr } = await runCoffer(['types', '--hooks', 'coffer.d.ts', ...directoryOptions(copy.dataDir)])
  expect([status, stderr]).toEqual([1, expect.stringContaining('It must be true or false.')])
})

test('the API returns the same types as the command', async () => {
  const server = await startServer({ dataDir: copy.dataDir })
  const { json } = await askApi(server.port, 'GET', '/api/types', { token: signToken(copy.dataDir, 'auth', 'admin') })
  await server.stop()
  expect(json.typescript).toBe(await readFile(join(folder, 'types.ts'), 'utf8'))
})

test('`coffer types` says what to do when there is no database', async () => {
  const { status, stderr } = await runCoffer(['types', '--dir', join(folder, 'nothing')])
  expect(status).toBe(1)
  expect(stderr).toContain('Choose the data directory with --dir.')
})
