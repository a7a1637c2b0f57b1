import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { repositoryDir } from '../../harness/paths.ts'

/** `AREA/TOPIC` → names of scenarios that Coffer cannot play yet. */
export type ExpectedToFail = Record<string, string[]>

/** Why Coffer behaves differently on purpose, and the arguments with which it behaves as recorded. */
interface Deviation {
  /** A page of docs/decisions. */
  decision: string
  args?: readonly string[]
}

/** `AREA/TOPIC` → scenario name → the page of docs/decisions, alone or with arguments. */
type Deviations = Record<string, Record<string, string | Deviation>>

const listFile = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))

export const expectedToFailFile = listFile('expectedToFail.json')

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

export const readExpectedToFail = (): ExpectedToFail => readJson(expectedToFailFile)

export const readDeviations = (): Deviations => readJson(listFile('deviations.json'))

export interface Expectation {
  /** Which list names the scenario; it must pass when none does. */
  listedAs?: 'expectedToFail' | 'deviation'
  deviation?: Deviation
}

/** What the two lists say about a scenario. */
export function expectationOf(topic: string, scenario: string, failing: ExpectedToFail, deviations: Deviations): Expectation {
  const listed = deviations[topic]?.[scenario]
  if (listed !== undefined)
    return { listedAs: 'deviation', deviation: typeof listed === 'string' ? { decision: listed } : listed }
  return failing[topic]?.includes(scenario) ? { listedAs: 'expectedToFail' } : {}
}

export const hasDecisionPage = (decision: string) =>
  /^docs\/decisions\/\d{3}-[a-z0-9-]+\.md$/.test(decision) && existsSync(join(repositoryDir, decision))
