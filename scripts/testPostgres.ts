import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'

/** The folders of the tests that run on both databases. The others test SQLite's files, or nothing of a database. */
const shared = [
  'test/exchanges',
  'test/api/limits.test.ts',
  'test/api/mail/queue.test.ts',
  'test/api/mail/restart.test.ts',
  'test/api/rules',
  'test/api/records',
  'test/api/realtime',
  'test/api/sdk.test.ts',
  'test/api/views',
  'test/api/schemaChanges/model.property.test.ts',
]

/** The tests that compare both databases by random queries, which run longer here than with the other tests. */
const comparing = ['packages/server/query/select/sameAnswers', 'packages/server/query/select/awkwardValues']

/** Paths and options for Vitest; without any, all tests that run on both databases. */
const chosen = process.argv.slice(2)

const run = (paths: readonly string[], environment: Record<string, string>): number => {
  const options = { stdio: 'inherit', env: { ...process.env, ...environment } } as const
  return spawnSync(process.execPath, [join(repositoryDir, 'scripts/test.ts'), ...paths], options).status ?? 1
}

const status = run(chosen.length > 0 ? chosen : shared, { COFFER_TEST_DATABASE: 'postgres' })
process.exit(status || (chosen.length > 0 ? 0 : run(comparing, { COFFER_TEST_RANDOM_SECONDS: '90' })))
