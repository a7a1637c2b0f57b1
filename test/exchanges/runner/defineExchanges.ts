import { afterAll, describe, type TestContext, test } from 'vitest'
import { type CopyDatabase, databaseOfRun } from '../../harness/copySample.ts'
import { CaseSandbox } from './CaseSandbox.ts'
import { isMostlyWaiting, needsOwnCopy, type Scenario } from './Exchange.ts'
import {
  decisionsOf,
  type Expectation,
  expectationOf,
  hasDecisionPage,
  readDeviations,
  readExpectedToFail,
} from './expectations.ts'
import { isCutOff } from './isCutOff.ts'
import { openProvider } from './openProvider.ts'
import { openSampleBucket } from './openSampleBucket.ts'
import { isPlayedOnNodes, playedEvery } from './openServers.ts'
import { type Problem, playScenario } from './playScenario.ts'
import { asImported, readTopics, type Topic } from './readTopics.ts'
import { Sandbox } from './Sandbox.ts'
import { writeProblem } from './writeProblem.ts'

/** The outcome of a scenario for `npm run exchanges`, stored in the meta of its test. */
export interface ExchangeOutcome {
  topic: string
  scenario: string
  listedAs: Expectation['listedAs'] | null
  problem: string | null
}

declare module 'vitest' {
  interface TaskMeta {
    exchange?: ExchangeOutcome
  }
}

/** Attempts of a scenario during which a node is cut off, each on nodes of its own after the first one. */
const maxAttempts = 5

const openSandbox = (topic: Topic, scenario?: Scenario): Promise<Sandbox | CaseSandbox> =>
  topic.case === undefined ? Sandbox.open(topic, scenario) : CaseSandbox.open({ ...topic, case: topic.case }, scenario)

async function playAlone(topic: Topic, scenario: Scenario, intended?: readonly string[]) {
  const sandbox = await openSandbox(topic, scenario)
  try {
    return await playScenario(scenario, sandbox, intended)
  } finally {
    await sandbox.close()
  }
}

/** Plays a scenario, and again while a node is cut off. Returns its problem as text, or null. */
async function problemOf(
  play: () => Promise<Problem | undefined>,
  again: () => Promise<Problem | undefined> = play,
): Promise<string | null> {
  try {
    let found = await play()
    for (let attempt = 1; attempt < maxAttempts && isPlayedOnNodes && found && isCutOff(found); attempt += 1)
      found = await again()
    return found === undefined ? null : writeProblem(found)
  } catch (error) {
    return `the server did not start: ${error instanceof Error ? error.stack : error}`
  }
}

/** Throws if a scenario fails without being listed, if it differs elsewhere than listed, or if a listed one does not fail. */
function assertOutcome({ listedAs, deviation = {} }: Expectation, problem: string | null) {
  if (problem !== null && (listedAs === undefined || deviation.differs)) throw new Error(problem)
  if (listedAs === 'expectedToFail' && problem === null) throw new Error('now passes: remove it from expectedToFail.json')
  if (deviation.decision !== undefined && problem === null) throw new Error('no longer deviates: remove it from deviations.json')
  const missing = decisionsOf(deviation).find(decision => !hasDecisionPage(decision))
  if (missing !== undefined) throw new Error(`deviations.json names ${missing}, which does not exist`)
}

/** Returns the outcome for the table. A scenario that differs only as listed has no problem, but deviates. */
function outcomeOf({ listedAs, deviation }: Expectation, problem: string | null): Pick<ExchangeOutcome, 'listedAs' | 'problem'> {
  if (deviation?.differs === undefined) return { listedAs: listedAs ?? null, problem }
  return problem === null ? { listedAs: 'deviation', problem: 'differs as listed' } : { listedAs: null, problem }
}

/** Whether no other scenario of a topic sees what a scenario writes. */
type Sharing = (topic: string, scenario: string) => boolean

function defineTopic(topic: Topic, isUndisturbed: Sharing) {
  const name = `${topic.area}/${topic.topic}`
  const [failing, deviations] = [readExpectedToFail(), readDeviations(topic.database)]
  let shared: Promise<Sandbox | CaseSandbox> | undefined
  afterAll(async () => {
    const sandbox = await shared?.catch(() => undefined)
    await sandbox?.close()
  })

  async function play(scenario: Scenario, intended?: readonly string[]) {
    if (needsOwnCopy(scenario, isUndisturbed(topic.topic, scenario.name))) return playAlone(topic, scenario, intended)
    shared ??= openSandbox(topic)
    return playScenario(scenario, await shared, intended)
  }

  async function check({ task }: TestContext, scenario: Scenario) {
    const expectation = expectationOf(name, scenario.name, failing, deviations)
    const { args, differs } = expectation.deviation ?? {}
    const intended = differs && Object.keys(differs)
    const problem = await problemOf(
      () => play(scenario, intended),
      () => playAlone(topic, scenario, intended),
    )
    task.meta.exchange = { topic: name, scenario: scenario.name, ...outcomeOf(expectation, problem) }
    assertOutcome(expectation, problem)
    if (!args) return
    const compatible = await problemOf(() => playAlone({ ...topic, args: [...(topic.args ?? []), ...args] }, scenario))
    if (compatible === null) return
    task.meta.exchange = { topic: name, scenario: scenario.name, listedAs: null, problem: compatible }
    throw new Error(`with ${args.join(' ')}: ${compatible}`)
  }

  const scenarios = topic.scenarios.filter((scenario, index) => index % playedEvery === 0 || !needsOwnCopy(scenario))
  const [waiting, working] = [scenarios.filter(isMostlyWaiting), scenarios.filter(other => !isMostlyWaiting(other))]
  // Each scenario of a case starts a server. What is not built yet fails on SQLite, so starting one on PostgreSQL shows nothing more.
  const isSkipped = ({ name: scenario }: Scenario) =>
    topic.case !== undefined &&
    topic.database === 'postgres' &&
    expectationOf(name, scenario, failing, deviations).listedAs === 'expectedToFail'
  for (const scenario of working)
    test.skipIf(isSkipped(scenario))(`${topic.topic}: ${scenario.name}`, context => check(context, scenario))
  for (const scenario of waiting) test.concurrent(`${topic.topic}: ${scenario.name}`, context => check(context, scenario))
}

/** Makes the nodes of topics with cases store their files in a bucket, which they share. */
async function useBucket(topics: readonly Topic[]): Promise<readonly Topic[]> {
  const isProcess = (topic: Topic) => topic.case !== undefined && topic.database === 'postgres'
  const first = topics.find(isProcess)
  if (!isPlayedOnNodes || !first) return topics
  const { prepare, close } = await openSampleBucket(first.sample)
  afterAll(close)
  return topics.map(topic => (isProcess(topic) ? { ...topic, prepare: [prepare, ...(topic.prepare ?? [])] } : topic))
}

interface PlayOptions {
  /** The names of the topics; default: all. */
  topics?: readonly string[]
  database?: CopyDatabase
  /** Whether a scenario that writes can share the server of its topic. */
  isUndisturbed?: Sharing
  /** A data directory that was imported from PocketBase 0.39, in place of the sample. */
  imported?: string
}

/** Defines one test for each recorded scenario of an area. */
export async function defineExchanges(
  area: string,
  { topics, database = databaseOfRun(), isUndisturbed = () => false, imported }: PlayOptions = {},
): Promise<void> {
  const provider = await openProvider()
  afterAll(() => provider.close())
  const recorded = readTopics(area, provider.host, database)
  const played = imported === undefined ? recorded : asImported(recorded, imported)
  const chosen = played.filter(({ topic }) => topics?.includes(topic) ?? true)
  for (const topic of await useBucket(chosen)) describe(topic.topic, () => defineTopic(topic, isUndisturbed))
}
