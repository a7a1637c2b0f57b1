import { existsSync } from 'node:fs'
import { counted } from '../doctor/counted.ts'
import { examine, type Report, type ReportedFinding } from '../doctor/examine.ts'
import { explain, explainDirectory } from './explain.ts'
import { type CommonOptions, configOf } from './options.ts'
import { requireDatabase } from './requireDatabase.ts'

export interface DoctorOptions extends CommonOptions {
  json: boolean
  fix: boolean
  skip: readonly string[]
}

/** The exit codes of the command. */
const exitCodes = { nothingFound: 0, found: 1, couldNotRun: 2 } as const

const printFinding = ({ check, severity, message, advice, examples = [], fixed }: ReportedFinding): void => {
  console.log(`${severity}: ${message} (${check})`)
  for (const example of examples) console.log(`    ${example}`)
  console.log(fixed === undefined ? `  → ${advice}` : `  ✓ ${fixed}`)
}

const printReport = ({ findings, passed, skipped, failed }: Report): void => {
  for (const finding of findings) printFinding(finding)
  for (const { check, message } of failed) console.log(`The check ${check} could not run: ${message}`)
  console.log(
    `${counted(findings.length, 'finding')}. ${counted(passed.length, 'check')} found nothing${skipped.length > 0 ? `, skipped: ${skipped.join(', ')}` : ''}.`,
  )
}

const examineDirectory = async (options: DoctorOptions): Promise<Report> => {
  const config = configOf(options)
  requireDatabase(config)
  // Files and backups are examined there also with PostgreSQL.
  if (!existsSync(config.dataDir))
    throw new Error(`There is no directory ${config.dataDir}. Choose the one that the server uses with --dir.`)
  return examine(config, { fixes: options.fix, without: options.skip }).catch(error => {
    throw new Error(explainDirectory(error, config.dataDir), { cause: error })
  })
}

/** Examines a data directory, prints what it finds, and sets the exit code. Fixed findings do not count. */
export const doctor = async (readOptions: () => DoctorOptions): Promise<void> => {
  try {
    const options = readOptions()
    const report = await examineDirectory(options)
    if (options.json) console.log(JSON.stringify(report, null, 2))
    else printReport(report)
    const hasFound = report.findings.some(({ fixed }) => fixed === undefined)
    process.exitCode = hasFound ? exitCodes.found : exitCodes.nothingFound
    if (report.failed.length > 0) process.exitCode = exitCodes.couldNotRun
  } catch (error) {
    console.error(`Error: ${explain(error)}`)
    process.exitCode = exitCodes.couldNotRun
  }
}
