import { setTimeout as wait } from 'node:timers/promises'
import { idOf } from './fixture/fixtureSize.ts'
import { describeMachine } from './harness/describeMachine.ts'
import { percentile, rounded } from './harness/percentile.ts'
import { printTable } from './harness/printTable.ts'
import { readOptions } from './harness/readOptions.ts'
import { type Contestant, startContestant } from './lines/Contestant.ts'
import { get, recordsPath, shuffled } from './lines/requests.ts'
import { findLoadGenerator } from './load/findLoadGenerator.ts'
import type { LoadRequest } from './load/Load.ts'
import { type Scans, scanOverAndOver } from './slow/scanOverAndOver.ts'

const { seconds, commands } = readOptions()
const generator = findLoadGenerator()
const connections = 32
const scansAtOnce = [0, 4, 16]
/** Milliseconds until the scans are running. */
const headStart = 1000

const asked: [string, LoadRequest[]][] = [
  ['health', [get('/api/health')]],
  ['view', shuffled(10_000).map(number => get(`${recordsPath('big')}/${idOf('b', number * 100)}`))],
]

function describeScans({ statuses, seconds }: Scans): string {
  const counts = [...statuses].map(([status, count]) => `${count} × ${status === 0 ? 'no response' : status}`).join(', ')
  if (seconds.length === 0) return counts
  return `${counts}; 200 in ${rounded(percentile(seconds, 50), 1)} s, the slowest ${rounded(Math.max(...seconds), 1)} s`
}

async function measureBeside(contestant: Contestant, scans: number): Promise<(string | number)[][]> {
  const { name, url } = contestant
  const rows: (string | number)[][] = []
  for (const [what, requests] of asked) {
    console.error(`${name}: ${what} beside ${scans} scans …`)
    await generator.run({ url, requests, connections, from: 0, seconds: 1 })
    const running = scanOverAndOver(url, scans)
    await wait(headStart)
    const { responses, rate, p50, p99, errors } = await generator.run({ url, requests, connections, from: 0, seconds })
    const scanResults = describeScans(await running.stop())
    const times = responses === 0 ? ['none', 'none'] : [rounded(p50, 2), rounded(p99, 2)]
    rows.push([name, what, scans, rounded(rate), ...times, errors, scanResults])
  }
  return rows
}

const rows: (string | number)[][] = []
for (const [name, command] of commands) {
  const contestant = await startContestant(name, 'large', command)
  for (const scans of scansAtOnce) rows.push(...(await measureBeside(contestant, scans)))
  await contestant.stop()
}
console.log(`${describeMachine()}, load by ${generator.name} (${connections} at once), ${seconds} s each`)
console.log('Goal beside scans of 1,000,000 rows: p99 of 50 ms, more than 5,000 views per second.\n')
printTable(['server', 'request', 'scans', 'per second', 'p50 (ms)', 'p99 (ms)', 'errors', 'responses to the scans'], rows)
