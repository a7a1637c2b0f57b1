import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'

/** Paths and options for Vitest; without any, the tests of nodes. */
const chosen = process.argv.slice(2)

const paths = chosen.length > 0 ? chosen : ['test/postgres/node']
const program = join(repositoryDir, 'scripts/testLong.ts')
process.exit(spawnSync(process.execPath, [program, ...paths], { stdio: 'inherit' }).status ?? 1)
