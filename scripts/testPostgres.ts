import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'

/** Tests that run on both databases. The others test SQLite's files, or nothing that depends on the database. */
const shared = [
  'test/exchanges',
  'test/api/access',
  'test/api/auth',
  'test/api/backups',
  'test/api/badInput.test.ts',
  'test/api/canaries.test.ts',
  'test/api/cli.test.ts',
  'test/api/collections',
  'test/api/counts.test.ts',
  'test/api/crash.test.ts',
  'test/api/deletions',
  'test/api/doctor.test.ts',
  'test/api/durability/counts.property.test.ts',
  'test/api/durability/parallel.test.ts',
  'test/api/everyRoute.test.ts',
  'test/api/files',
  'test/api/fixedSettings.test.ts',
  'test/api/fuzz.test.ts',
  'test/api/hooks',
  'test/api/import/fuzz.property.test.ts',
  'test/api/import/importing.test.ts',
  'test/api/installer.test.ts',
  'test/api/limits.test.ts',
  'test/api/logs.test.ts',
  'test/api/mail/queue.test.ts',
  'test/api/mail/restart.test.ts',
  'test/api/metrics.test.ts',
  'test/api/migrations.test.ts',
  'test/api/oauth2',
  'test/api/pbCommands.test.ts',
  'test/api/pbCommittedChanges.test.ts',
  'test/api/pbDoctor.test.ts',
  'test/api/pbEnrichRecords.test.ts',
  'test/api/pbFilters.test.ts',
  'test/api/pbHookWarnings.test.ts',
  'test/api/pbHooks.test.ts',
  'test/api/pbHooksSql.test.ts',
  'test/api/pbJobs.test.ts',
  'test/api/pbMembers.test.ts',
  'test/api/pbMiddlewares.test.ts',
  'test/api/pbModelHooks.test.ts',
  'test/api/pbNestedCalls.test.ts',
  'test/api/pbRealtime.test.ts',
  'test/api/prototypeNames.test.ts',
  'test/api/realtime',
  'test/api/records',
  'test/api/requestLog.test.ts',
  'test/api/routeAccess.test.ts',
  'test/api/rules',
  'test/api/s3',
  'test/api/schemaChanges/changes.test.ts',
  'test/api/schemaChanges/model.property.test.ts',
  'test/api/schemaChanges/steps.test.ts',
  'test/api/sdk.test.ts',
  'test/api/today',
  'test/api/types.test.ts',
  'test/api/views',
  'test/api/webHooks',
  'test/attacks',
  'test/faults/killedHooks.test.ts',
  'test/faults/killedPbHooks.test.ts',
  'test/faults/logRetention.test.ts',
  'test/postgres/buckets.test.ts',
]

/** Tests below these folders that run only on SQLite, because they are about HTTP, or about memory that the database does not use. */
const onlySqlite = [
  'test/attacks/everyRouteAsGuest.test.ts',
  'test/attacks/heavyUse.test.ts',
  'test/attacks/heldBodies.test.ts',
  'test/attacks/http2.test.ts',
  'test/attacks/manyConnections.test.ts',
  'test/attacks/realtimeMemory.test.ts',
  'test/attacks/stalledHttp2.test.ts',
  'test/attacks/stalledResponses.test.ts',
  'test/attacks/terminal.test.ts',
  'test/attacks/unreadHttp1.test.ts',
  'test/attacks/unreadHttp2.test.ts',
  'test/attacks/unreadResponses.test.ts',
]

/** Paths and options for Vitest; without any, all tests that run on both databases. */
const chosen = process.argv.slice(2)

const options = { stdio: 'inherit', env: { ...process.env, COFFER_TEST_DATABASE: 'postgres' } } as const
const paths = chosen.length > 0 ? chosen : [...shared, ...onlySqlite.flatMap(path => ['--exclude', path])]
process.exit(spawnSync(process.execPath, [join(repositoryDir, 'scripts/test.ts'), ...paths], options).status ?? 1)
