import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'

/** The folders of the tests that run on both databases. The others test SQLite's files, or nothing of a database. */
const shared = [
  'test/exchanges',
  'test/api/deletions/changes.test.ts',
  'test/api/deletions/undoing.test.ts',
  'test/api/doctor.test.ts',
  'test/api/limits.test.ts',
  'test/api/mail/restart.test.ts',
  'test/api/prototypeNames.test.ts',
  'test/api/rules',
  'test/api/records',
  'test/api/realtime',
  'test/api/sdk.test.ts',
  'test/api/types.test.ts',
  'test/api/views',
  'test/api/schemaChanges/model.property.test.ts',
  'test/attacks/largeResponses.test.ts',
  'test/attacks/manyScans.test.ts',
  'test/attacks/slowViews.test.ts',
  'test/postgres/buckets.test.ts',
]

/** Paths and options for Vitest; without any, all tests that run on both databases. */
const chosen = process.argv.slice(2)

const options = { stdio: 'inherit', env: { ...process.env, COFFER_TEST_DATABASE: 'postgres' } } as const
const paths = chosen.length > 0 ? chosen : shared
process.exit(spawnSync(process.execPath, [join(repositoryDir, 'scripts/test.ts'), ...paths], options).status ?? 1)
