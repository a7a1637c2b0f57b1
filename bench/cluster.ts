import { measureFanOut } from './cluster/measureFanOut.ts'
import { measureFreshness } from './cluster/measureFreshness.ts'
import { measureThroughput } from './cluster/measureThroughput.ts'
import { describeMachine } from './harness/describeMachine.ts'
import { printTable } from './harness/printTable.ts'
import { readOptions } from './harness/readOptions.ts'
import { findLoadGenerator } from './load/findLoadGenerator.ts'

const { seconds, only } = readOptions()
const generator = findLoadGenerator()
const contestants = [
  { name: 'single', count: 0 },
  { name: '1 node', count: 1 },
  { name: '2 nodes', count: 2 },
  { name: '3 nodes', count: 3 },
]

const rows: (string | number)[][] = []
for (const { name, count } of contestants) rows.push(...(await measureThroughput(name, count, generator, seconds, only)))
console.log(`${describeMachine()}, load by ${generator.name}, PostgreSQL on the same machine, ${seconds} s a line\n`)
if (rows.length > 0) printTable(['servers', 'line', 'per second', 'p50 (ms)', 'p99 (ms)', 'errors'], rows)

if (only.test('freshness')) {
  const freshness: (string | number)[][] = []
  for (const { name, count } of contestants) freshness.push(await measureFreshness(name, count, generator, seconds))
  console.log()
  printTable(['servers', 'cached view, p50 (ms)', 'p99 (ms)', 'beside creates, p50 (ms)', 'p99 (ms)'], freshness)
}

if (only.test('fan-out')) {
  const { fanOut, end } = await measureFanOut(Math.max(seconds, 10))
  console.log()
  printTable(['records at 51/s', 'events of 3 × 1,000 listeners', 'p50 (ms)', 'p99 (ms)', 'slowest (ms)'], [fanOut])
  console.log()
  printTable(['1,000 clients of a killed node served again after (s)', 'events that arrived'], [end])
}
