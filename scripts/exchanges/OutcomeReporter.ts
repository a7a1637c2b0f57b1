import type { Reporter, TestModule } from 'vitest/node'
import type { ExchangeOutcome } from '../../test/exchanges/runner/defineExchanges.ts'

/** Collects the outcome of each scenario, and the errors of files that failed before their scenarios were played. */
export class OutcomeReporter implements Reporter {
  readonly outcomes: ExchangeOutcome[] = []
  readonly errors: string[] = []

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { stack?: string; message: string }[]) {
    for (const module of modules) {
      const suites = [...module.children.allSuites()]
      this.errors.push(...[module, ...suites].flatMap(part => part.errors().map(error => error.stack ?? error.message)))
      for (const test of module.children.allTests()) {
        const { exchange } = test.meta()
        if (exchange !== undefined) this.outcomes.push(exchange)
      }
    }
    this.errors.push(...unhandled.map(error => error.stack ?? error.message))
  }
}
