import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { buildDashboard } from '../packages/server/cli/buildDashboard.ts'
import { repositoryDir } from '../test/harness/paths.ts'
import { bundleForTests } from './bundleForTests.ts'
import { longOnly } from './longTests.ts'
import { requireChromium } from './requireChromium.ts'
import { reportVariable } from './suites/report.ts'

/** Arguments for Vitest, for example paths; without any, all tests run except those of `npm run test:package` and `test:long`. */
const chosen = process.argv.slice(2)
const args = chosen.length > 0 ? chosen : ['--project', '!package', ...longOnly.flatMap(path => ['--exclude', path])]

const runsBrowserTests = chosen.length === 0 || chosen.some(argument => /e2e|browser/.test(argument))

/** Node's compile cache saves every worker and every server thread most of its loading time. */
const compileCache = { NODE_COMPILE_CACHE: join(repositoryDir, 'node_modules/.cache/node-compile') }
const chromium = runsBrowserTests ? { CHROMIUM_PATH: await requireChromium() } : {}
if (runsBrowserTests || chosen.some(argument => argument.includes('exchanges'))) await buildDashboard()

/**
 * A run of a single path starts the server from its sources, because bundling takes longer than its tests gain. A file that failed among
 * others is repeated with the program that it failed with.
 */
const isSingle = process.env[reportVariable] === undefined && chosen.filter(argument => !argument.startsWith('-')).length === 1
const bundle = isSingle ? {} : { COFFER_TEST_PROGRAM: await bundleForTests() }

const vitest = join(repositoryDir, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', ...args], {
  cwd: repositoryDir,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, ...compileCache, ...chromium, ...bundle },
})
process.exit(status ?? 1)
