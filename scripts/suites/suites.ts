import type { Suite } from './runSuites.ts'

/** A command of package.json that runs Vitest, with these paths and options. */
const vitest = (name: string, script: string, ...args: readonly string[]): Suite => ({
  name,
  command: ['npm', 'run', script, '--', ...args],
  fileCommand: ['npm', 'run', script, '--'],
})

/** What `.ci/run` runs before each change is accepted. */
export const suitesOfChange: readonly Suite[] = [
  { name: 'check', command: ['npm', 'run', 'check'] },
  vitest('test', 'test'),
  vitest('package', 'test:package'),
  vitest('postgres', 'test:postgres', 'test/exchanges', 'test/api/rules'),
  { name: 'openapi', command: ['npm', 'run', 'test:openapi', '--', '--max-examples', '1', '--seed', '1'] },
]

/** What `npm run test:release` runs before a release: whatever takes longer, and what is fetched or built for it. */
export const suitesOfRelease: readonly Suite[] = [
  vitest('long', 'test:long'),
  vitest('postgres', 'test:postgres'),
  // Each topic starts its own servers, which takes long. The suites of a change therefore run only the topics that use the database most.
  { ...vitest('pb_hooks on postgres', 'test:postgres', 'test/exchanges/hooks.test.ts'), env: { COFFER_TEST_LONG: '1' } },
  vitest('standby', 'test:standby'),
  vitest('reference', 'test:reference'),
  {
    ...vitest('exchanges on nodes', 'test:postgres', 'test/exchanges', '--exclude', 'test/exchanges/runner/**'),
    env: { COFFER_TEST_NODES: '2', COFFER_TEST_LONG: '1' },
  },
  { name: 'openapi', command: ['npm', 'run', 'test:openapi'] },
]
