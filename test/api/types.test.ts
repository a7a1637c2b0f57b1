import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { directoryOptions, runCoffer } from '../harness/coffer.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { repositoryDir, typeFixturesDir } from '../harness/paths.ts'
import { scratchDir } from '../harness/scratchDir.ts'
import { signToken } from '../harness/signToken.ts'
import { startServer } from '../harness/startServer.ts'

let copy: SampleCopy
let folder: string
beforeAll(async () => {
  copy = await copySample('magazine')
  folder = await mkdtemp(join(scratchDir, 'coffer-types-'))
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

test('`coffer types` writes types with which right uses of the SDK compile, and wrong ones do not', async () => {
  const file = join(folder, 'types.ts')
  const args = ['types', ...directoryOptions(copy.dataDir), '--out', file]
  // Containers set the variable for the server.
  const env = { ...process.env, COFFER_HOOKS: '/srv/hooks' }
  expect(await runCoffer(args, { env })).toMatchObject({ status: 0, stderr: '', stdout: '' })
  await cp(join(typeFixturesDir, 'usages.ts'), join(folder, 'usages.ts'))
  await symlink(join(repositoryDir, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['usages.ts'] }))
  const { stdout, status } = spawnSync(join(repositoryDir, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
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
