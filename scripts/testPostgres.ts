import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'

/** The folders of the tests that run on both databases. The others test SQLite's files, or nothing of a database. */
const shared = [
  'test/exchanges',
  'test/api/rules',
  'test/api/records',
  'test/api/realtime',
  'test/api/sdk.test.ts',
  'test/api/views',
  'test/api/schemaChanges/model.property.test.ts',
]

/** Paths and options for Vitest; without any, all tests that run on both databases. */
const chosen = process.argv.slice(2)

const { status } = spawnSync(
  process.execPath,
  [join(repositoryDir, 'scripts/test.ts'), ...(chosen.length > 0 ? chosen : shared)],
  { stdio: 'inherit', env: { ...process.env, COFFER_TEST_DATABASE: 'postgres' } },
)
process.exit(status ?? 1)
