import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { databaseOfRun } from '../../harness/copySample.ts'
import { repositoryDir } from '../../harness/paths.ts'
import { isPlayedOnNodes } from './openServers.ts'
import { recordedName } from './readTopics.ts'

/** `AREA/TOPIC` → names of scenarios that Coffer cannot play yet. */
export type ExpectedToFail = Record<string, string[]>

/** The intended differences of a scenario. Values are paths of pages in docs/decisions. */
interface Deviation {
  /** Why the scenario differs somewhere. It is played up to its first difference. */
  decision?: string
  /** The arguments with which the server behaves as recorded. */
  args?: readonly string[]
  /** Why steps, such as `2`, or values, such as `2: $.name`, differ. Steps are counted from 1. All else must be as recorded. */
  differs?: Readonly<Record<string, string>>
}

/** `AREA/TOPIC` → scenario name → path of a page in docs/decisions, alone, with arguments, or for each difference. */
type Deviations = Record<string, Record<string, string | Deviation>>

const listFile = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))

export const expectedToFailFile = listFile('expectedToFail.json')

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

export function readExpectedToFail(): ExpectedToFail {
  return readJson(expectedToFailFile)
}

/** Reads the deviations of all servers, of servers on PostgreSQL, and of nodes. */
export function readDeviations(database = databaseOfRun(), isOnNodes = isPlayedOnNodes): Deviations {
  const lists = [
    'deviations.json',
    ...(database === 'postgres' ? ['postgresDeviations.json'] : []),
    ...(isOnNodes ? ['nodesDeviations.json'] : []),
  ]
  const deviations: Deviations = {}
  for (const list of lists)
    for (const [topic, scenarios] of Object.entries<Deviations[string]>(readJson(listFile(list))))
      deviations[topic] = { ...deviations[topic], ...scenarios }
  return deviations
}

export interface Expectation {
  /** The list that names the scenario; without one it must pass. */
  listedAs?: 'expectedToFail' | 'deviation'
  deviation?: Deviation
}

/** Looks up a scenario in both lists. On an imported data directory, it differs as it does elsewhere unless it is listed there. */
export function expectationOf(topic: string, scenario: string, failing: ExpectedToFail, deviations: Deviations): Expectation {
  const listed = deviations[topic]?.[scenario] ?? deviations[recordedName(topic)]?.[scenario]
  if (listed !== undefined)
    return { listedAs: 'deviation', deviation: typeof listed === 'string' ? { decision: listed } : listed }
  return failing[topic]?.includes(scenario) ? { listedAs: 'expectedToFail' } : {}
}

/** Returns the pages that a deviation cites. */
export function decisionsOf({ decision, differs = {} }: Deviation): string[] {
  return [...(decision === undefined ? [] : [decision]), ...Object.values(differs)]
}

export function hasDecisionPage(decision: string) {
  return /^docs\/decisions\/\d{3}-[a-z0-9-]+\.md$/.test(decision) && existsSync(join(repositoryDir, decision))
}
