import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { allAttacks } from './attacks/allAttacks.ts'
import { byOneAddress } from './attacks/MeasuredAttack.ts'
import { type AttackMeasurement, measureAttack } from './attacks/measureAttack.ts'
import { openPostgresForCopies } from './attacks/openPostgresForCopies.ts'
import { describeMachine } from './harness/describeMachine.ts'
import { percentile, rounded } from './harness/percentile.ts'
import { printMarkdown } from './harness/printTable.ts'

const maxRequestMs = 100
const maxEventMs = 1_000
const maxMegabytes = 600
const maxGrowthMegabytes = 100

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '10' },
    rest: { type: 'string', default: '60' },
    database: { type: 'string', default: 'sqlite' },
  },
})
const options = { seconds: Number(values.seconds), restSeconds: Number(values.rest) }
const { database } = values
if (database !== 'sqlite' && database !== 'postgres') throw new Error('--database takes the values sqlite and postgres.')

const chosen = allAttacks.filter(({ name }) => positionals.length === 0 || positionals.some(part => name.includes(part)))
if (chosen.length === 0) throw new Error(`The attacks are:\n${allAttacks.map(({ name }) => name).join('\n')}`)

const calm = byOneAddress(['none', () => ({ attack: () => wait(options.seconds * 1_000) })])

/** Names the aims that a measurement does not meet. */
function missedAims({ requests, events, memoryBefore, peakMemory, memoryAfter, lostThreads }: AttackMeasurement): string[] {
  const aims: [string, boolean][] = [
    ['requests', percentile(requests, 99) <= maxRequestMs],
    ['events', percentile(events, 99) <= maxEventMs],
    ['peak', peakMemory <= maxMegabytes],
    ['later', memoryAfter - memoryBefore <= maxGrowthMegabytes],
    ['threads', lostThreads.length === 0],
  ]
  return aims.filter(([, isMet]) => !isMet).map(([name]) => name)
}

function rowOf(name: string, measurement: AttackMeasurement): (string | number)[] {
  const { requests, events, memoryBefore, peakMemory, memoryAfter } = measurement
  const missed = missedAims(measurement)
  return [
    name,
    requests.length,
    rounded(percentile(requests, 50), 1),
    rounded(percentile(requests, 99), 1),
    events.length,
    rounded(percentile(events, 99), 1),
    ...[memoryBefore, peakMemory, memoryAfter].map(memory => rounded(memory)),
    missed.length === 0 ? 'yes' : `NO: ${missed.join(', ')}`,
  ]
}

const headings = [
  'attack',
  'requests',
  'p50 (ms)',
  'p99 (ms)',
  'events',
  'p99 (ms)',
  'before (MB)',
  'peak (MB)',
  'later (MB)',
  'met',
]

const closeDatabase = database === 'postgres' ? await openPostgresForCopies() : () => undefined
const rows: (string | number)[][] = []
for (const attack of [calm, ...chosen]) {
  console.error(`${attack.name} …`)
  try {
    const measurement = await measureAttack(attack, options)
    for (const lost of measurement.lostThreads) console.error(lost)
    rows.push(rowOf(attack.name, measurement))
  } catch (error) {
    console.error(error)
    rows.push([attack.name, ...Array(headings.length - 2).fill('failed'), 'NO'])
  }
}
await closeDatabase()

const where = database === 'postgres' ? ', PostgreSQL on the same machine' : ''
console.log(`${describeMachine()}${where}, at least ${options.seconds} s each, the last memory ${options.restSeconds} s later\n`)
printMarkdown(headings, rows)
