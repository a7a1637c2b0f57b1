import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'
import { buildDashboard } from '../packages/server/cli/buildDashboard.ts'
import { expectedToFailFile, readExpectedToFail } from '../test/exchanges/runner/expectations.ts'
import { OutcomeReporter } from './exchanges/OutcomeReporter.ts'
import { updateExpectedToFail } from './exchanges/updateExpectedToFail.ts'
import { isUnexpected, writeTable } from './exchanges/writeTable.ts'

const usage = `npm run exchanges -- [AREA or AREA/TOPIC] [--only REGEX] [--verbose] [--update]

Plays the recorded exchanges of an area, a topic or all of them.
  --only REGEX   only scenarios whose name matches
  --verbose      also tells why listed scenarios fail
  --update       rewrites test/exchanges/expectedToFail.json with what fails now`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    verbose: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const [area, topic] = (positionals[0] ?? '').split('/')
const started = Date.now()
const reporter = new OutcomeReporter()

if (!area || area === 'platform-http') await buildDashboard()
const vitest = await startVitest('test', [`test/exchanges/${area ? `${area}.test.ts` : ''}`], {
  watch: false,
  project: ['exchanges'],
  reporters: [reporter],
  testNamePattern: new RegExp(`${topic ? `^${topic} .*` : '.*: .*'}(?:${values.only})`),
})
await vitest.close()

const { outcomes, errors } = reporter
const unexpected = outcomes.filter(isUnexpected)
for (const { topic, scenario, problem } of values.verbose ? outcomes.filter(({ problem }) => problem !== null) : unexpected) {
  console.log(`${topic}: ${scenario}\n${problem ?? 'now passes: remove it from its list'}\n`)
}
for (const error of errors) console.error(error)
if (values.update)
  writeFileSync(expectedToFailFile, `${JSON.stringify(updateExpectedToFail(readExpectedToFail(), outcomes), null, 2)}\n`)
console.log(`${writeTable(outcomes)}\n${Math.round((Date.now() - started) / 1000)} seconds`)
process.exit(errors.length > 0 || outcomes.length === 0 || (unexpected.length > 0 && !values.update) ? 1 : 0)
