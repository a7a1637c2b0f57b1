import { appendFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule, TestSpecification } from 'vitest/node'
import type { Failure, ReportEvent } from './report.ts'
import { reportVariable } from './report.ts'

const maxErrorLines = 8

function describe(error: SerializedError | { message: string }): string {
  const [frame] = 'stacks' in error && error.stacks ? error.stacks : []
  const lines = [...error.message.split('\n').slice(0, maxErrorLines), ...(frame ? [`at ${frame.file}:${frame.line}`] : [])]
  return lines.join('\n')
}

function findFailures(module: TestModule): Failure[] {
  const parts = [module, ...module.children.allSuites()].flatMap(part =>
    part.errors().map(error => ({ test: 'fullName' in part ? part.fullName : 'the file itself', error: describe(error) })),
  )
  const tests = [...module.children.allTests('failed')].map(test => ({
    test: test.fullName,
    error: (test.result().errors ?? []).map(describe).join('\n'),
  }))
  return [...parts, ...tests]
}

/**
 * Writes what happens in a run of Vitest to the file that `reportVariable` names, one event a line and at once, so that a run that
 * hangs or is killed leaves the names of the files that it had started. Writes nothing without the variable.
 */
export class ReportWriter implements Reporter {
  readonly #path = process.env[reportVariable]

  constructor() {
    // A test that runs Vitest itself has a report of its own.
    delete process.env[reportVariable]
  }

  #write(event: ReportEvent): void {
    if (this.#path !== undefined) appendFileSync(this.#path, `${JSON.stringify(event)}\n`)
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const { moduleId } of specifications) this.#write({ type: 'queued', file: moduleId })
  }

  onTestModuleStart(module: TestModule): void {
    this.#write({ type: 'started', file: module.moduleId })
  }

  onTestModuleEnd(module: TestModule): void {
    const tests = [...module.children.allTests()].map(test => test.result().state)
    this.#write({
      type: 'ended',
      file: module.moduleId,
      ms: Math.round(module.diagnostic().duration),
      passed: tests.filter(state => state === 'passed').length,
      skipped: tests.filter(state => state === 'skipped' || state === 'pending').length,
      failures: findFailures(module),
    })
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    this.#write({
      type: 'finished',
      errors: errors.map(error => ({ file: error.VITEST_TEST_PATH as string | undefined, error: describe(error) })),
    })
  }
}
