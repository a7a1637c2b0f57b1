import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { allAttacks, type MeasuredAttack } from './attacks/allAttacks.ts'
import { type AttackMeasurement, measureAttack } from './attacks/measureAttack.ts'
import { describeMachine } from './harness/describeMachine.ts'
import { percentile, rounded } from './harness/percentile.ts'
import { printTable } from './harness/printTable.ts'

const maxRequestMs = 100
const maxEventMs = 1_000
const maxMegabytes = 600

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '10' }, rest: { type: 'string', default: '60' } },
})
const options = { seconds: Number(values.seconds), restSeconds: Number(values.rest) }

const chosen = allAttacks.filter(({ name }) => positionals.length === 0 || positionals.some(part => name.includes(part)))
if (chosen.length === 0) throw new Error(`The attacks are: ${allAttacks.map(({ name }) => name).join('; ')}`)

const calm: MeasuredAttack = { name: 'none', run: () => wait(options.seconds * 1_000) }

function rowOf(name: string, { requests, events, peakMemory, memoryAfter }: AttackMeasurement): (string | number)[] {
  const isMet = percentile(requests, 99) <= maxRequestMs && percentile(events, 99) <= maxEventMs && peakMemory <= maxMegabytes
  const times = [requests, events].flatMap(all => [all.length, rounded(percentile(all, 50), 1), rounded(percentile(all, 99), 1)])
  return [name, ...times, rounded(peakMemory), rounded(memoryAfter), isMet ? 'yes' : 'NO']
}

const rows: (string | number)[][] = []
for (const attack of [calm, ...chosen]) {
  console.error(`${attack.name} …`)
  const measurement = await measureAttack(attack, options).catch((error: unknown) => {
    console.error(error)
    return undefined
  })
  rows.push(measurement ? rowOf(attack.name, measurement) : [attack.name, ...Array(8).fill('failed'), 'NO'])
}
console.log(`${describeMachine()}, at least ${options.seconds} s each, the last memory ${options.restSeconds} s later`)
console.log(`Aims: p99 of requests ${maxRequestMs} ms, of events ${maxEventMs} ms, peak memory ${maxMegabytes} MB.\n`)
printTable(
  ['attack', 'requests', 'p50 (ms)', 'p99 (ms)', 'events', 'p50 (ms)', 'p99 (ms)', 'peak (MB)', 'later (MB)', 'met'],
  rows,
)
