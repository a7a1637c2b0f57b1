import { describeCell, describePersona, describeWidening, type Exposure, ruleActions } from '@coffer/schema'
import { reportExposure } from '../access/reportExposure.ts'
import { lines, print, printError, printJson } from '../runtime/terminal.ts'
import { runAccessTests } from './accessTests.ts'
import { examineData } from './examineData.ts'
import { explain } from './explain.ts'
import type { CommonOptions } from './options.ts'

export interface AccessOptions extends CommonOptions {
  json: boolean
  failOnNewExposure: boolean
  test: boolean
}

/** The exit codes of the command. */
const exitCodes = { fine: 0, newExposure: 1, failedTests: 1, couldNotRun: 2 } as const

const readReport = (options: AccessOptions): Promise<Exposure> =>
  examineData(options, (reader, catalog, queryTimeout) =>
    reportExposure(reader, catalog, { collections: catalog.all, isExact: true, timeBudgetMs: queryTimeout * 1000 }),
  )

/** Prints rows as a table with aligned columns. */
function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows.reduce<number[]>((known, row) => row.map((cell, column) => Math.max(known[column] ?? 0, cell.length)), [])
  for (const row of rows)
    print`  ${row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()}`
}

function printPersona({ collections }: Exposure, persona: Exposure['personas'][number]): void {
  print`${describePersona(persona)}`
  const rows = collections.map(({ name, records, access }) => {
    const { actions, emails } = access[persona.key] ?? { actions: {}, emails: undefined }
    const cells = ruleActions.map(action => actions[action] && describeCell(actions[action], action, records))
    return [name, ...cells, emails && describeCell(emails, undefined, records)].map(text => text ?? '')
  })
  printTable([['', ...ruleActions, 'emails'], ...rows])
  print``
}

function printReport(report: Exposure): void {
  const { personas, review, widened } = report
  for (const persona of personas) printPersona(report, persona)
  const nameOf = (key: string) => {
    const persona = personas.find(known => known.key === key)
    return persona ? describePersona(persona) : key
  }
  if (!review) {
    print`No state has been marked as reviewed. Do so in the dashboard, on the screen Access.`
    return
  }
  const since = `since ${review.by} reviewed it on ${review.reviewed}`
  if (widened.length === 0) print`Nothing has become possible ${since}.`
  else print`${widened.length} new ${widened.length === 1 ? 'exposure' : 'exposures'} ${since}:`
  for (const widening of widened) print`  ${describeWidening(widening, nameOf(widening.persona))}`
}

/** Prints who can do what with which records, or the results of the rule tests, and sets the exit code. */
export async function access(readOptions: () => AccessOptions): Promise<void> {
  try {
    const options = readOptions()
    if (options.test) {
      if (options.failOnNewExposure) throw new Error('Run --test and --fail-on-new-exposure one after the other.')
      process.exitCode = (await runAccessTests(options)) ? exitCodes.fine : exitCodes.failedTests
      return
    }
    const report = await readReport(options)
    if (options.json) printJson(report)
    else printReport(report)
    if (!options.failOnNewExposure) return
    if (!report.review)
      throw new Error('There is no reviewed state to compare with. Mark one in the dashboard, on the screen Access.')
    process.exitCode = report.widened.length > 0 ? exitCodes.newExposure : exitCodes.fine
  } catch (error) {
    printError`Error: ${lines(explain(error))}`
    process.exitCode = exitCodes.couldNotRun
  }
}
