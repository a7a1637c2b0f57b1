import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { emptyOutcome, type Failure, type Outcome, type ReportEvent, readReport, reportVariable } from './report.ts'
import { type Limits, runCommand } from './runCommand.ts'

/** Tests that one command runs. */
export type Suite = {
  name: string
  /** The program and its arguments. */
  command: readonly string[]
  env?: Readonly<Record<string, string>>
  /** For commands that run Vitest with `ReportWriter`: the command that takes paths of files to run. Others are repeated whole. */
  fileCommand?: readonly string[]
}

/** A failed test with the file in which it is, as it is named in tables. */
export type NamedFailure = Failure & { file: string }

/** What a suite showed after its failed files have run once more, alone. */
export type SuiteResult = {
  name: string
  passed: number
  skipped: number
  failed: NamedFailure[]
  passedOnlyAlone: NamedFailure[]
  minutes: number
  /** The files that took longest, with their seconds. */
  slowest: { file: string; seconds: number }[]
}

/** Runs a command and returns its outcome: that of its report, or one test for a command without a report. */
async function runOnce(suite: Suite, command: readonly string[], cwd: string, limits: Limits): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-suite-'))
  const path = join(folder, 'report.jsonl')
  try {
    const env = { ...process.env, ...suite.env, ...(suite.fileCommand ? { [reportVariable]: path } : {}) }
    const { endedBy, isSuccess, lastLines } = await runCommand(command, { cwd, env }, limits)
    const whole = { test: 'the run itself', error: `${endedBy}\n${lastLines}` }
    if (!suite.fileCommand) return { ...emptyOutcome(), passed: isSuccess ? 1 : 0, run: isSuccess ? [] : [whole] }
    const outcome = readReport(readEvents(path), endedBy)
    const isGreen = outcome.files.size + outcome.run.length === 0
    if (isGreen && outcome.passed === 0) outcome.run.push({ ...whole, error: `No test ran: ${whole.error}` })
    else if (isGreen && !isSuccess) outcome.run.push(whole)
    return outcome
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a suite, and then the files that had not started when the run broke off, so that one file that hangs does not hide what the others show. */
async function runWhole(suite: Suite, cwd: string, limits: Limits): Promise<Outcome> {
  const first = await runOnce(suite, suite.command, cwd, limits)
  if (!suite.fileCommand || first.unstarted.length === 0) return first
  console.log(`\n${suite.name}: the run broke off, so the ${first.unstarted.length} files that had not started run now`)
  const paths = first.unstarted.map(path => relative(cwd, path))
  const rest = await runOnce(suite, [...suite.fileCommand, ...paths], cwd, limits)
  return {
    passed: first.passed + rest.passed,
    skipped: first.skipped + rest.skipped,
    times: new Map([...first.times, ...rest.times]),
    files: new Map([...first.files, ...rest.files]),
    run: rest.run,
    unstarted: rest.unstarted,
  }
}

/** Returns the events of a report; its last line may be cut off by a kill. */
function readEvents(path: string): ReportEvent[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return []
  }
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as ReportEvent)
}

const minutesOf = (ms: number) => Math.round(ms / 6_000) / 10

const maxSlowest = 12

const findSlowest = ({ times }: Outcome, cwd: string): SuiteResult['slowest'] =>
  [...times]
    .map(([path, ms]) => ({ file: relative(cwd, path), seconds: Math.round(ms / 1000) }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, maxSlowest)

const isSameTest = (one: NamedFailure) => (other: NamedFailure) => one.file === other.file && one.test === other.test

/** Runs what failed once more, file by file, and moves what passes now to `passedOnlyAlone`. */
async function repeatFailures(
  suite: Suite,
  first: Outcome,
  cwd: string,
  limits: Limits,
): Promise<Pick<SuiteResult, 'passed' | 'skipped' | 'failed' | 'passedOnlyAlone'>> {
  const result = {
    passed: first.passed,
    skipped: first.skipped,
    failed: [] as NamedFailure[],
    passedOnlyAlone: [] as NamedFailure[],
  }
  const settle = (before: readonly NamedFailure[], again: readonly NamedFailure[]) => {
    result.failed.push(...again)
    result.passedOnlyAlone.push(...before.filter(failure => !again.some(isSameTest(failure))))
  }
  for (const [path, failures] of first.files) {
    const file = relative(cwd, path)
    const named = (list: readonly Failure[]) => list.map(failure => ({ ...failure, file }))
    console.log(`\n${suite.name}: ${file} runs once more, alone`)
    const again = await runOnce(suite, [...(suite.fileCommand ?? []), file], cwd, limits)
    settle(named(failures), named([...[...again.files.values()].flat(), ...again.run]))
  }
  const ofRun = first.run.map(failure => ({ ...failure, file: suite.name }))
  if (suite.fileCommand || ofRun.length === 0) {
    // A run that broke off twice has left out files, and one that broke off at its end has shown no reason.
    result.failed.push(...ofRun)
    return result
  }
  console.log(`\n${suite.name} runs once more`)
  const again = await runOnce(suite, suite.command, cwd, limits)
  settle(
    ofRun,
    again.run.map(failure => ({ ...failure, file: suite.name })),
  )
  return result
}

/** Runs all suites, also after a failure, and then the failed files of each once more, alone. */
export async function runSuites(suites: readonly Suite[], { cwd, ...limits }: Limits & { cwd: string }): Promise<SuiteResult[]> {
  const runs: { suite: Suite; outcome: Outcome; ms: number }[] = []
  for (const suite of suites) {
    console.log(`\n${suite.name}: ${suite.command.join(' ')}`)
    const begun = Date.now()
    const outcome = await runWhole(suite, cwd, limits)
    runs.push({ suite, outcome, ms: Date.now() - begun })
    const failed = [...outcome.files.values()].flat().length + outcome.run.length
    console.log(`\n${suite.name}: ${outcome.passed} passed, ${failed} failed at first, ${minutesOf(Date.now() - begun)} minutes`)
  }
  const results: SuiteResult[] = []
  for (const { suite, outcome, ms } of runs) {
    const begun = Date.now()
    const repeated = await repeatFailures(suite, outcome, cwd, limits)
    const minutes = minutesOf(ms + Date.now() - begun)
    results.push({ ...repeated, name: suite.name, minutes, slowest: findSlowest(outcome, cwd) })
  }
  return results
}
