import { rounded } from '../harness/percentile.ts'
import { printTable } from '../harness/printTable.ts'
import { compareServers, type LineComparison, slowerLines } from './compareServers.ts'
import { evaluateGoal } from './evaluateGoal.ts'
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

function printComparison(lines: readonly LineComparison[], ours: string, theirs: string): void {
  const rows = lines.map(({ name, rate, p50, work, goal }) => [
    name,
    rounded(rate, 2),
    rounded(p50, 2),
    rounded(work, 2),
    goal === undefined ? '' : `${goal} ×`,
    wordFor(goal === undefined ? undefined : rate >= goal),
  ])
  printTable([`${ours} : ${theirs}`, 'rate (×)', 'p50 (×)', 'CPU (×)', 'goal', 'met'], rows)
  const different = lines.filter(({ isSame }) => !isSame).map(({ name }) => name)
  if (different.length > 0) console.log(`\nFirst responses that differ: ${different.join('; ')}.`)
}

/** Prints how many times faster the first server is than another one, for each line, and whether that meets the goal. */
export function printRatios(
  results: readonly LineResult[],
  ours: string,
  theirs: string,
  { hasGoals = true }: { hasGoals?: boolean } = {},
): void {
  const lines = compareServers(results, ours, theirs)
  printComparison(hasGoals ? lines : lines.map(line => ({ ...line, goal: undefined })), ours, theirs)
}

/** Prints the same for another build of this repository's server, without goals, and the lines that are slower than with it. */
export function printChanges(results: readonly LineResult[], ours: string, theirs: string): void {
  const lines = compareServers(results, ours, theirs)
  printComparison(
    lines.map(line => ({ ...line, goal: undefined })),
    ours,
    theirs,
  )
  const slower = slowerLines(lines).map(({ name, rate }) => `${name} (${rounded(rate, 3)} ×)`)
  console.log(`\nSlower than with ${theirs} by more than 3 %: ${slower.length > 0 ? slower.join('; ') : 'no line'}.`)
}
