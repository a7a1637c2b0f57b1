import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { hasProgram } from '../test/deploy/hasProgram.ts'
import { repositoryDir } from '../test/harness/paths.ts'
import { canRunAptGet, installPackages, updatePackageLists } from './runAptGet.ts'

/** The programs that the tests of `deploy` use, and the packages of Debian that have them. */
const programs = { nginx: 'nginx-light', caddy: 'caddy', haproxy: 'haproxy', 'systemd-analyze': 'systemd' }

const missing = Object.entries(programs).flatMap(([program, name]) => (hasProgram(program) ? [] : name))
if (missing.length > 0 && canRunAptGet()) {
  console.log(`Installing ${missing.join(', ')}, which the tests of deploy use`)
  try {
    await updatePackageLists()
    await installPackages(missing, ['--no-install-recommends'])
  } catch (error) {
    console.warn(error instanceof Error ? error.message : error)
  }
}
const skipped = Object.keys(programs).filter(program => !hasProgram(program))
if (skipped.length > 0) console.warn(`Tests are skipped, because these programs are not installed: ${skipped.join(', ')}`)

const chosen = process.argv.slice(2)
const paths = chosen.length > 0 ? chosen : ['test/package', 'test/deploy']
const { status } = spawnSync(process.execPath, [join(repositoryDir, 'scripts/test.ts'), ...paths], { stdio: 'inherit' })
process.exit(status ?? 1)
