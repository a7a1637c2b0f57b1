/**
 * `npm run test:openapi`: lets Schemathesis send generated requests to a server with the magazine sample, and compares the responses
 * with the OpenAPI document. Needs python3 with venv, and installs Schemathesis from PyPI into the temporary folder.
 * `npm run test:openapi -- --max-examples 100` sends more requests; all arguments are passed on.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findInvalidValues } from '../test/api/openapi/findInvalidValues.ts'
import { startCoffer } from '../test/harness/coffer.ts'
import { copySample } from '../test/harness/copySample.ts'
import { repositoryDir } from '../test/harness/paths.ts'
import { signToken } from '../test/harness/signToken.ts'
import { runDownload } from './runDownload.ts'

const version = '4.32.5'
const environment = join(tmpdir(), `coffer-schemathesis-${version}`)
const program = join(environment, 'bin/schemathesis')

/** What Coffer does on purpose, because PocketBase 0.22 does it. */
const excludedChecks = [
  // Values of other types are converted, and unknown keys ignored.
  'negative_data_rejection',
  // Requests that the document allows can fail: a relation must exist, a value can be taken, a filter must be readable.
  'positive_data_acceptance',
  // An unknown method on a known path is answered with 404.
  'unsupported_method',
  // A rule that only admins satisfy is answered with 403 instead of 401.
  'missing_required_header',
]

/** Operations that are not called: the stream does not end, and a restore replaces the data in the middle of a request. */
const excluded = ['openEventStream', 'restoreBackup']

/** Operations that can invalidate the token or the document, so they have a server of their own. */
const disruptive = [
  ...['updateAdmin', 'deleteAdmin', 'updateSettings', 'updateCollection', 'deleteCollection', 'importCollections'],
  ...['updateSuperuser', 'deleteSuperuser', 'updateTodaySettings'],
  ...['updateTodayCollection', 'deleteTodayCollection', 'importTodayCollections'],
]

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, {
    cwd: tmpdir(),
    stdio: 'inherit',
    env: { ...process.env, SCHEMATHESIS_HOOKS: join(repositoryDir, 'scripts/schemathesis/hooks.py') },
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} failed with status ${status}.`)
}

async function install(): Promise<void> {
  if (existsSync(program)) return
  run('python3', ['-m', 'venv', environment])
  const pip = join(environment, 'bin/pip')
  await runDownload(pip, ['install', '--quiet', `schemathesis==${version}`], { subject: `Schemathesis ${version}` })
}

/** @throws Error if a default or an example of the document contradicts its schema */
async function assertValidValues(origin: string, token: string): Promise<void> {
  const response = await fetch(`${origin}/api/openapi.json`, { headers: { Authorization: token } })
  const invalid = findInvalidValues((await response.json()) as Parameters<typeof findInvalidValues>[0])
  if (invalid.length > 0) throw new Error(`The document contains values that contradict their schemas:\n${invalid.join('\n')}`)
}

async function testOperations(selection: readonly string[], args: readonly string[]): Promise<void> {
  const copy = await copySample('magazine')
  const server = await startCoffer(copy.dataDir)
  const origin = `http://127.0.0.1:${server.port}`
  const token = signToken(copy.dataDir, 'auth', 'admin')
  try {
    await assertValidValues(origin, token)
    run(program, [
      'run',
      `${origin}/api/openapi.json`,
      ...['--url', origin],
      ...['--header', `Authorization: ${token}`],
      // A request that names a system collection of later versions would get the response of today's dialect, also without its prefix.
      ...['--header', 'X-Dialect: 0.22'],
      ...['--exclude-checks', excludedChecks.join(',')],
      ...['--phases', 'coverage,fuzzing,stateful'],
      ...['--max-examples', '5', '--max-redirects', '0', '--request-timeout', '60'],
      ...['--suppress-health-check', 'all'],
      '--continue-on-failure',
      // Warnings only say that generated ids and bodies rarely exist.
      ...['--warnings', 'off'],
      ...selection,
      ...args,
    ])
  } finally {
    await server.end('SIGTERM')
    await copy.remove()
  }
}

const args = process.argv.slice(2)
await install()
await testOperations(
  [...excluded, ...disruptive].flatMap(id => ['--exclude-operation-id', id]),
  args,
)
await testOperations(
  disruptive.flatMap(id => ['--include-operation-id', id]),
  args,
)
