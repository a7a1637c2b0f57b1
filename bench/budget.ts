import { type Cost, measureBudget } from './budget/measureBudget.ts'
import { describeMachine } from './harness/describeMachine.ts'
import { rounded } from './harness/percentile.ts'
import { printTable } from './harness/printTable.ts'
import { readOptions } from './harness/readOptions.ts'
import { allLines } from './lines/allLines.ts'
import { findLoadGenerator } from './load/findLoadGenerator.ts'

const { seconds, only } = readOptions()
const generator = findLoadGenerator()
const names = ['list 30, not cached', 'view, not cached', 'create', 'update']
/** Stations that cost less are added up. */
const minMicroseconds = 1

const sum = (costs: readonly Cost[]): number => costs.reduce((total, { microseconds }) => total + microseconds, 0)

function rowsOf(costs: readonly Cost[]): (string | number)[][] {
  const shown = costs.filter(({ microseconds }) => microseconds >= minMicroseconds)
  const rest = costs.filter(({ microseconds }) => microseconds < minMicroseconds)
  return [
    ...shown.map(({ thread, station, microseconds }) => [thread, station, rounded(microseconds)]),
    ['all', 'other stations', rounded(sum(rest))],
    ['all', 'total', rounded(sum(costs))],
  ]
}

console.log(`${describeMachine()}, load by ${generator.name}, ${seconds} s a line`)
for (const line of allLines.filter(({ name }) => names.includes(name) && only.test(name))) {
  console.error(`${line.name} …`)
  const costs = await measureBudget(line, generator, seconds)
  console.log()
  printTable([`${line.name}: thread`, 'station', 'CPU (µs)'], rowsOf(costs))
}
