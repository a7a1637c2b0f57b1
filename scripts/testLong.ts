import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'

/** The tests that depend on `isLongRun`: crashes at random times, random queries, and the pages of the manual. */
const longer = [
  'e2e/manual.test.ts',
  'packages/server/query/select/awkwardValues',
  'packages/server/query/select/sameAnswers',
  'test/api/dataDirectory/ownDirectory',
  'test/api/durability/storm',
  'test/api/move',
  'test/api/postgresBackups',
  'test/api/rules/cachedResponses',
  'test/api/schemaChanges/crash',
  'test/attacks/everyRouteAsGuest',
]

/** Paths and options for Vitest; without any, all tests with a longer form. */
const chosen = process.argv.slice(2)

const options = { stdio: 'inherit', env: { ...process.env, COFFER_TEST_LONG: '1' } } as const
const paths = chosen.length > 0 ? chosen : longer
process.exit(spawnSync(process.execPath, [join(repositoryDir, 'scripts/test.ts'), ...paths], options).status ?? 1)
