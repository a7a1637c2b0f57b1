import { setTimeout as wait } from 'node:timers/promises'
import { bigCount, idOf, mediumCount } from './fixture/fixtureSize.ts'
import { describeMachine } from './harness/describeMachine.ts'
import { percentile, rounded } from './harness/percentile.ts'
import { printTable } from './harness/printTable.ts'
import { readOptions } from './harness/readOptions.ts'
import { type Contestant, startContestant } from './lines/Contestant.ts'
import { get, neverRepeated, recordsPath, shuffled } from './lines/requests.ts'
import { findLoadGenerator } from './load/findLoadGenerator.ts'
import type { LoadRequest } from './load/Load.ts'
import { type Scans, scanOverAndOver } from './slow/scanOverAndOver.ts'

const { seconds, commands } = readOptions()
const generator = findLoadGenerator()
const connections = 32
/** Milliseconds until the scans are running. */
const headStart = 1000

interface Asked {
  what: string
  requests: LoadRequest[]
  /** The collection that is scanned, its size, and the numbers of scans at once. */
  scanned: { collection: string; records: number; atOnce: number[] }
}

const big = { collection: 'big', records: bigCount, atOnce: [0, 4, 16] }
const medium = { collection: 'medium', records: mediumCount, atOnce: [0, 32] }

const firstList = (number: number): LoadRequest =>
  get(recordsPath('articles'), { filter: `score > ${number % 700} && title != "${number}"`, skipTotal: '1' })

const asked: Asked[] = [
  { what: 'health', requests: [get('/api/health')], scanned: big },
  {
    what: 'view',
    requests: shuffled(10_000).map(number => get(`${recordsPath('big')}/${idOf('b', number * 100)}`)),
    scanned: big,
  },
  { what: 'list 30, first time', requests: neverRepeated(firstList), scanned: medium },
]

function describeScans({ statuses, seconds }: Scans): string {
  const counts = [...statuses].map(([status, count]) => `${count} × ${status === 0 ? 'no response' : status}`).join(', ')
  if (seconds.length === 0) return counts
  return `${counts}; 200 in ${rounded(percentile(seconds, 50), 1)} s, the slowest ${rounded(Math.max(...seconds), 1)} s`
}

async function measureBeside(contestant: Contestant, { what, requests, scanned }: Asked): Promise<(string | number)[][]> {
  const { name, url } = contestant
  const { collection, records, atOnce } = scanned
  const rows: (string | number)[][] = []
  for (const scans of atOnce) {
    console.error(`${name}: ${what} beside ${scans} scans …`)
    await generator.run({ url, requests, connections, from: 0, seconds: 1 })
    const running = scanOverAndOver(url, collection, scans)
    await wait(headStart)
    const { responses, rate, p50, p99, errors } = await generator.run({ url, requests, connections, from: 0, seconds })
    const scanResults = describeScans(await running.stop())
    const times = responses === 0 ? ['none', 'none'] : [rounded(p50, 2), rounded(p99, 2)]
    rows.push([name, what, scans, records, rounded(rate), ...times, errors, scanResults])
  }
  return rows
}

const rows: (string | number)[][] = []
for (const [name, command] of commands) {
  const contestant = await startContestant(name, 'large', command)
  for (const line of asked) rows.push(...(await measureBeside(contestant, line)))
  await contestant.stop()
}
console.log(`${describeMachine()}, load by ${generator.name} (${connections} at once), ${seconds} s each`)
console.log('Goal beside scans of 1,000,000 rows: p99 of 50 ms, more than 5,000 views per second.')
console.log('Goal beside scans of 100,000 rows: p99 of 700 ms, that of PocketBase 0.22.\n')
printTable(
  ['server', 'request', 'scans', 'of rows', 'per second', 'p50 (ms)', 'p99 (ms)', 'errors', 'responses to the scans'],
  rows,
)
