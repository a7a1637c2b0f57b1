import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { repositoryDir } from '../test/harness/paths.ts'
import { longer, longOnly } from './longTests.ts'

/** Paths and options for Vitest; without any, all tests that `npm test` runs shorter or leaves out. */
const chosen = process.argv.slice(2)

const options = { stdio: 'inherit', env: { ...process.env, COFFER_TEST_LONG: '1' } } as const
const paths = chosen.length > 0 ? chosen : [...longer, ...longOnly]
process.exit(spawnSync(process.execPath, [join(repositoryDir, 'scripts/test.ts'), ...paths], options).status ?? 1)
