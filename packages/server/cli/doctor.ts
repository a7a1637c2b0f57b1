import { existsSync } from 'node:fs'
import { counted } from '../dataDirectory/doctor/Check.ts'
import { examine, type Report, type ReportedFinding } from '../dataDirectory/doctor/examine.ts'
import { openInstallation } from '../dataDirectory/openInstallation.ts'
import { scriptsCheck } from '../pbHooks/scriptsCheck.ts'
import { lines, print, printError, printJson } from '../runtime/terminal.ts'
import { explain, explainDirectory } from './explain.ts'
import { pbHooksBeside } from './hooksBeside.ts'
import { type CommonOptions, configOf, createPrivateFiles } from './options.ts'

export interface DoctorOptions extends CommonOptions {
  hooksDir?: string
  json: boolean
  fix: boolean
  skip: readonly string[]
}

/** The exit codes of the command. */
const exitCodes = { nothingFound: 0, found: 1, couldNotRun: 2 } as const

function printFinding({ check, severity, message, advice, examples = [], fixed }: ReportedFinding): void {
  print`${severity}: ${message} (${check})`
  for (const example of examples) print`    ${example}`
  print`${fixed === undefined ? `  → ${advice}` : `  ✓ ${fixed}`}`
}

function printReport({ findings, passed, skipped, failed }: Report): void {
  for (const finding of findings) printFinding(finding)
  for (const { check, message } of failed) print`The check ${check} could not run: ${lines(message)}`
  const unchecked = skipped.length > 0 ? `, skipped: ${skipped.join(', ')}` : ''
  print`${counted(findings.length, 'finding')}. ${counted(passed.length, 'check')} found nothing${unchecked}.`
}

/** Shows on a terminal how much of a file has been read, because a large one takes minutes. */
function printProgress(file: string, number: number, count: number): void {
  process.stderr.write(`\r\x1b[KReading ${file}: table ${number} of ${count} …`)
  if (number === count) process.stderr.write('\r\x1b[K')
}

async function examineDirectory(options: DoctorOptions): Promise<Report> {
  createPrivateFiles()
  const config = configOf(options)
  openInstallation(config).assertPresent()
  // Files and backups are examined there also with PostgreSQL.
  if (!existsSync(config.dataDir))
    throw new Error(`There is no directory ${config.dataDir}. Choose the one that the server uses with --dir.`)
  const progress = process.stderr.isTTY ? { onTable: printProgress } : {}
  const scripts = options.hooksDir ?? pbHooksBeside(config.dataDir)
  const further = scripts === undefined ? [] : [scriptsCheck(scripts)]
  return examine(config, { fixes: options.fix, without: options.skip, further, ...progress }).catch(error => {
    throw new Error(explainDirectory(error, config.dataDir), { cause: error })
  })
}

/** Examines a data directory, prints what it finds, and sets the exit code. Fixed findings do not count. */
export async function doctor(readOptions: () => DoctorOptions): Promise<void> {
  try {
    const options = readOptions()
    const report = await examineDirectory(options)
    if (options.json) printJson(report)
    else printReport(report)
    const hasFound = report.findings.some(({ fixed }) => fixed === undefined)
    process.exitCode = hasFound ? exitCodes.found : exitCodes.nothingFound
    if (report.failed.length > 0) process.exitCode = exitCodes.couldNotRun
  } catch (error) {
    printError`Error: ${lines(explain(error))}`
    process.exitCode = exitCodes.couldNotRun
  }
}
