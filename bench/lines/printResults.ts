import { isDeepStrictEqual } from 'node:util'
import { rounded } from '../harness/percentile.ts'
import { printTable } from '../harness/printTable.ts'
import { evaluateGoal, timesOf } from './evaluateGoal.ts'
import type { LineResult } from './measureLine.ts'

const wordFor = (isMet: boolean | undefined): string => (isMet === undefined ? '' : isMet ? 'yes' : 'NO')

/** Prints the results of one server, a row for each line. */
export function printResults(results: readonly LineResult[], contestant: string): void {
  const rows = results
    .filter(result => result.contestant === contestant)
    .map(measured => {
      const { line, result } = measured
      if ('wrong' in result) return [line.name, line.connections, 0, 0, 0, result.wrong, 0, '', 'NO']
      const { goal, isMet } = evaluateGoal(results, measured)
      const { rate, p50, p99, errors, work } = result
      const numbers = [line.connections, rounded(rate, rate < 100 ? 1 : 0), rounded(p50, 2), rounded(p99, 2)]
      return [line.name, ...numbers, errors, rounded(work), goal, wordFor(isMet)]
    })
  const headings = ['at once', 'per second', 'p50 (ms)', 'p99 (ms)', 'errors', 'CPU (µs each)', 'goal', 'met']
  printTable([contestant, ...headings], rows)
}

/** Prints how many times faster the first server is than another one, for each line, and whether that meets the goal. */
export function printRatios(
  results: readonly LineResult[],
  ours: string,
  theirs: string,
  { hasGoals = true }: { hasGoals?: boolean } = {},
): void {
  const rows: (string | number)[][] = []
  const different: string[] = []
  for (const { line, result, response } of results.filter(({ contestant }) => contestant === ours)) {
    const other = results.find(({ contestant, line: { name } }) => contestant === theirs && name === line.name)
    if (!other || 'wrong' in result || 'wrong' in other.result) continue
    const ratio = result.rate / other.result.rate
    const times = hasGoals ? timesOf(line) : undefined
    const work = other.result.work / result.work
    const goal = times === undefined ? '' : `${times} ×`
    rows.push([
      line.name,
      rounded(ratio, 2),
      rounded(other.result.p50 / result.p50, 2),
      rounded(work, 2),
      goal,
      wordFor(times === undefined ? undefined : ratio >= times),
    ])
    if (!isDeepStrictEqual(response?.json, other.response?.json)) different.push(line.name)
  }
  printTable([`${ours} : ${theirs}`, 'rate (×)', 'p50 (×)', 'CPU (×)', 'goal', 'met'], rows)
  if (different.length > 0) console.log(`\nFirst responses that differ: ${different.join('; ')}.`)
}
