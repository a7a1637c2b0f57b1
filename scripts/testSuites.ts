/**
 * `node scripts/testSuites.ts change` runs the suites of `.ci/run`, and `release` those of `npm run test:release`. Both run all suites to
 * the end, then each failed file once more, alone. The summary is at the end. `--from SUITE` leaves out the suites before it.
 */
import { parseArgs } from 'node:util'
import { repositoryDir } from '../test/harness/paths.ts'
import { runSuites } from './suites/runSuites.ts'
import { suitesOfChange, suitesOfRelease } from './suites/suites.ts'
import { isGreen, writeSummary } from './suites/writeSummary.ts'

const minuteMs = 60_000

const { values, positionals } = parseArgs({ options: { from: { type: 'string' } }, allowPositionals: true })
const isRelease = positionals[0] === 'release'
const suites = isRelease ? suitesOfRelease : suitesOfChange
const first = values.from === undefined ? 0 : suites.findIndex(({ name }) => name === values.from)
if (first < 0) {
  console.error(`There is no suite "${values.from}". Choose one of: ${suites.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const results = await runSuites(suites.slice(first), {
  cwd: repositoryDir,
  // Some files of a release run for many minutes before they print their result.
  silentMs: (isRelease ? 30 : 10) * minuteMs,
  // A run that takes longer than this is stopped from outside, without a summary.
  ...(isRelease ? {} : { deadline: Date.now() + 80 * minuteMs }),
})
console.log(writeSummary(results))
process.exit(isGreen(results) ? 0 : 1)
