import type { NamedFailure, SuiteResult } from './runSuites.ts'

/** Enough for the seed and the counterexample of a property, with which its failure can be repeated. */
const maxErrorLines = 8

const columns = ['suite', 'passed', 'failed', 'skipped', 'passed only alone', 'minutes']

function writeTable(rows: readonly (readonly string[])[]): string[] {
  const widths = columns.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  return rows.map(row =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
  )
}

function writeFailures(title: string, failures: readonly NamedFailure[]): string[] {
  if (failures.length === 0) return []
  const lines = failures.flatMap(({ file, test, error }) => [
    `  ${file}: ${test}`,
    ...error
      .split('\n')
      .slice(0, maxErrorLines)
      .map(line => `      ${line}`),
  ])
  return ['', `${title}:`, ...lines]
}

const writeSlowest = (results: readonly SuiteResult[]): string[] =>
  results.flatMap(({ name, slowest }) =>
    slowest.length === 0
      ? []
      : [
          '',
          `Longest files of ${name}, in seconds:`,
          ...slowest.map(({ file, seconds }) => `${String(seconds).padStart(6)}  ${file}`),
        ],
  )

const sum = (results: readonly SuiteResult[], count: (result: SuiteResult) => number) =>
  results.reduce((total, result) => total + count(result), 0)

/** Returns the longest files, the table of all suites, what passed only alone, each failed test with its error, and the totals on the last line. */
export function writeSummary(results: readonly SuiteResult[]): string {
  const rows = results.map(({ name, passed, failed, skipped, passedOnlyAlone, minutes }) =>
    [name, passed, failed.length, skipped, passedOnlyAlone.length, minutes.toFixed(1)].map(String),
  )
  const [passed, failed, skipped] = [
    sum(results, result => result.passed + result.passedOnlyAlone.length),
    sum(results, result => result.failed.length),
    sum(results, result => result.skipped),
  ]
  const lines = [
    ...writeSlowest(results),
    '',
    ...writeTable([columns, ...rows]),
    ...writeFailures(
      'Passed only alone',
      results.flatMap(result => result.passedOnlyAlone),
    ),
    ...writeFailures(
      'Failed',
      results.flatMap(result => result.failed),
    ),
    '',
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ]
  return lines.map(line => line.trimEnd()).join('\n')
}

/** Whether all suites passed and ran a test; a test that passed only alone counts as passed. */
export function isGreen(results: readonly SuiteResult[]): boolean {
  return results.every(({ failed, passed, passedOnlyAlone }) => failed.length === 0 && passed + passedOnlyAlone.length > 0)
}
