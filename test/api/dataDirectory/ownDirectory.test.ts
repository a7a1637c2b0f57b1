import { afterAll, beforeAll, expect, test } from 'vitest'
import { needsOwnCopy } from '../../exchanges/runner/Exchange.ts'
import { readDeviations, readExpectedToFail } from '../../exchanges/runner/expectations.ts'
import { playScenario } from '../../exchanges/runner/playScenario.ts'
import { readTopics, type Topic } from '../../exchanges/runner/readTopics.ts'
import { Sandbox } from '../../exchanges/runner/Sandbox.ts'
import { writeProblem } from '../../exchanges/runner/writeProblem.ts'
import type { SampleCopy } from '../../harness/copySample.ts'
import { inconsistencies } from '../../harness/inconsistencies.ts'
import { isLongRun } from '../../harness/isLongRun.ts'
import { makeOwnMagazine } from './makeOwnMagazine.ts'

let own: SampleCopy
beforeAll(async () => {
  own = await makeOwnMagazine()
})
afterAll(() => own.remove())

/** Plays the recorded exchanges of a topic and returns the differences. */
async function play(topic: Topic): Promise<string[]> {
  const name = `${topic.area}/${topic.topic}`
  const listed = [...(readExpectedToFail()[name] ?? []), ...Object.keys(readDeviations()[name] ?? {})]
  const shared = await Sandbox.open(topic, undefined, own.dataDir)
  const problems: string[] = []
  for (const scenario of topic.scenarios) {
    if (listed.includes(scenario.name)) continue
    const sandbox = needsOwnCopy(scenario) ? await Sandbox.open(topic, scenario, own.dataDir) : shared
    const problem = await playScenario(scenario, sandbox)
    if (problem) problems.push(`${topic.topic}: ${scenario.name}\n${writeProblem(problem)}`)
    if (sandbox !== shared) await sandbox.close()
  }
  await shared.close()
  return problems
}

test('a directory that Coffer created from an export has the same tables as the original', () => {
  expect(inconsistencies(own.dataDir)).toEqual([])
})

/** The topics that depend most on the tables. */
const areas: [area: string, wanted: RegExp][] = isLongRun
  ? [
      ['collections', /^(convert|indexes|list|update|view-one|view-refresh|views|delete)$/],
      ['records-read', /./],
      ['records-write', /^(delete-cascade|unique)$/],
      ['files', /./],
    ]
  : [
      ['collections', /^(convert|indexes|views)$/],
      ['records-read', /^(compare|expand|multi-match|paging|relations|shape|sort|stored|views)$/],
      ['records-write', /^(delete-cascade|unique)$/],
      ['files', /./],
    ]

test.each(areas)(
  'the recorded exchanges of %s also pass on a directory that Coffer created',
  async (area, wanted) => {
    const topics = readTopics(area, 'provider.example').filter(({ sample, topic }) => sample === 'magazine' && wanted.test(topic))
    expect(topics.length).toBeGreaterThan(0)
    for (const topic of topics) expect((await play(topic)).join('\n\n')).toBe('')
  },
  300_000,
)
