import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'

/** Paths and options for Vitest; without any, the tests of nodes and the recorded exchanges on two nodes. */
const chosen = process.argv.slice(2)

function run(script: string, paths: readonly string[], env: NodeJS.ProcessEnv = {}): number {
  const options = { stdio: 'inherit', env: { ...process.env, ...env } } as const
  return spawnSync(process.execPath, [join(repositoryDir, 'scripts', script), ...paths], options).status ?? 1
}

const exchanges = ['test/exchanges', '--exclude', 'test/exchanges/runner/**']

const statuses =
  chosen.length > 0
    ? [run('testLong.ts', chosen)]
    : [run('testLong.ts', ['test/postgres/node']), run('testPostgres.ts', exchanges, { COFFER_TEST_NODES: '2' })]
process.exit(Math.max(...statuses))
