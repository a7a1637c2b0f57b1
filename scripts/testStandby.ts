import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'
import { runDownload } from './runDownload.ts'

const folder = mkdtempSync(join(tmpdir(), 'coffer-litestream-'))

/** Installs the binary that the requirements pin, in the temporary folder. */
async function install(): Promise<void> {
  const options = [
    '--quiet',
    '--disable-pip-version-check',
    '--root-user-action=ignore',
    '--only-binary=:all:',
    '--require-hashes',
  ]
  const args = ['install', ...options, '--target', folder, '--requirement', 'test/standby/requirements.txt']
  await runDownload('python3', ['-m', 'pip', ...args], { subject: 'Litestream with pip', cwd: repositoryDir })
}

function runTests(): number {
  const args = [join(repositoryDir, 'scripts/test.ts'), '--project', 'standby', ...process.argv.slice(2)]
  const env = { ...process.env, LITESTREAM_PATH: join(folder, 'bin/litestream') }
  return spawnSync(process.execPath, args, { cwd: repositoryDir, stdio: 'inherit', env }).status ?? 1
}

try {
  await install()
  process.exitCode = runTests()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error('The tests of the standby need Python 3 with pip.')
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
