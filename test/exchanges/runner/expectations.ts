import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { repositoryDir } from '../../harness/paths.ts'

/** `AREA/TOPIC` → names of scenarios that Coffer cannot play yet. */
export type ExpectedToFail = Record<string, string[]>

/** `AREA/TOPIC` → scenario name → the page of docs/decisions that says why Coffer behaves otherwise on purpose. */
export type Deviations = Record<string, Record<string, string>>

const listFile = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))

export const expectedToFailFile = listFile('expectedToFail.json')

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

export const readExpectedToFail = (): ExpectedToFail => readJson(expectedToFailFile)

export const readDeviations = (): Deviations => readJson(listFile('deviations.json'))

export interface Expectation {
  /** Which list names the scenario; it must pass when none does. */
  listedAs?: 'expectedToFail' | 'deviation'
  decision?: string
}

/** What the two lists say about a scenario. */
export function expectationOf(topic: string, scenario: string, failing: ExpectedToFail, deviations: Deviations): Expectation {
  const decision = deviations[topic]?.[scenario]
  if (decision !== undefined) return { listedAs: 'deviation', decision }
  return failing[topic]?.includes(scenario) ? { listedAs: 'expectedToFail' } : {}
}

export const hasDecisionPage = (decision: string) =>
  /^docs\/decisions\/\d{3}-[a-z0-9-]+\.md$/.test(decision) && existsSync(join(repositoryDir, decision))
