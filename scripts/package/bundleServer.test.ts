import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { repositoryDir } from '../../test/harness/paths.ts'
import { scratchDir } from '../../test/harness/scratchDir.ts'
import { bundleServer } from './bundleServer.ts'

const { dependencies } = JSON.parse(readFileSync(join(repositoryDir, 'package.json'), 'utf8'))

function scratchFolder(): string {
  const folder = mkdtempSync(join(scratchDir, 'coffer-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('the bundle of the server imports only what npm installs with the package, and has its threads, processes and SQL', async () => {
  const folder = scratchFolder()
  const entries = await bundleServer(folder, Object.keys(dependencies))
  // In-process servers of tests start their threads from these files.
  expect(entries).toMatchObject({
    'packages/server/cli/main.ts': 'main.js',
    'packages/server/threads/workers/worker.ts': 'worker.js',
    'packages/server/code/process/coffer.ts': 'coffer.js',
  })
  const parts = [
    'main.js',
    'worker.js',
    'child.js',
    'hookProcess.js',
    'coffer.js',
    'archiveThread.js',
    'valueFunctions.sql',
    'licenses.md',
  ]
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(parts))
  // Hooks import it.
  expect(readFileSync(join(folder, 'coffer.js'), 'utf8')).toMatch(/export \{[^}]*onRecord/)
  // The package has the dashboard beside the bundle.
  const code = readdirSync(folder)
    .filter(name => name.endsWith('.js'))
    .map(name => readFileSync(join(folder, name), 'utf8'))
  expect(code.join('\n')).toMatch(/new URL\(["']\.\.\/dashboard\/dist["'], import\.meta\.url\)/)
})

test('the bundle fails if it would need a library that npm does not install with the package', async () => {
  await expect(bundleServer(scratchFolder(), ['sharp', 'bcrypt', 'libpg-query'])).rejects.toThrow('which is not bundled')
})
