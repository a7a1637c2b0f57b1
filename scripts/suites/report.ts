/** The variable with the path of the file that `ReportWriter` writes. */
export const reportVariable = 'COFFER_TEST_REPORT'

/** A failed test, or what failed beside the tests of a file. */
export type Failure = { test: string; error: string }

/** What happened in a run of Vitest. Files are absolute paths. An error that belongs to no test may have no file. */
export type ReportEvent =
  | { type: 'queued'; file: string }
  | { type: 'started'; file: string }
  | { type: 'ended'; file: string; ms: number; passed: number; skipped: number; failures: Failure[] }
  | { type: 'finished'; errors: { file?: string | undefined; error: string }[] }

/** The outcome of one run of a suite, or of one of its files. */
export type Outcome = {
  passed: number
  skipped: number
  /** Milliseconds of each file. */
  times: Map<string, number>
  /** Failures by the file in which they were, which can be run again. */
  files: Map<string, Failure[]>
  /** Failures of the run itself. */
  run: Failure[]
  /** The files that had not started when the run broke off. */
  unstarted: string[]
}

/** Returns the outcome of a run without tests and failures. */
export function emptyOutcome(): Outcome {
  return { passed: 0, skipped: 0, times: new Map(), files: new Map(), run: [], unstarted: [] }
}

/** Returns the outcome of a run from its events, in which files that did not end count as failed. */
export function readReport(events: readonly ReportEvent[], endedBy: string): Outcome {
  const outcome = emptyOutcome()
  const add = (file: string, failures: readonly Failure[]) =>
    outcome.files.set(file, [...(outcome.files.get(file) ?? []), ...failures])
  const open: string[] = []
  const queued: string[] = []
  const close = (list: string[], file: string) => list.splice(list.indexOf(file), list.includes(file) ? 1 : 0)
  let isFinished = false
  for (const event of events) {
    if (event.type === 'queued') queued.push(event.file)
    else if (event.type === 'started') {
      close(queued, event.file)
      open.push(event.file)
    } else if (event.type === 'ended') {
      close(queued, event.file)
      close(open, event.file)
      outcome.passed += event.passed
      outcome.skipped += event.skipped
      outcome.times.set(event.file, event.ms)
      if (event.failures.length > 0) add(event.file, event.failures)
    } else {
      isFinished = true
      for (const { file, error } of event.errors) {
        const failure = { test: 'an error outside of the tests', error }
        if (file === undefined) outcome.run.push(failure)
        else add(file, [failure])
      }
    }
  }
  for (const file of open) add(file, [{ test: 'the file itself', error: `The file did not end: ${endedBy}` }])
  if (isFinished) return outcome
  outcome.unstarted = queued
  // The files that did not end tell why, and can be run again.
  if (open.length === 0 || queued.length > 0) {
    const left = queued.length > 0 ? `${queued.length} of the files did not start. ` : ''
    outcome.run.push({ test: 'the run itself', error: `${left}The run did not end by itself: ${endedBy}` })
  }
  return outcome
}
