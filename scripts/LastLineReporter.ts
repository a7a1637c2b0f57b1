import type { Reporter, TestModule } from 'vitest/node'

const writeCounts = (counts: { passed: number; failed: number; skipped: number }) =>
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`

/** Prints only the totals, on the last line. A broken file or suite counts as one failure; a run without tests fails. */
export class LastLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const counts = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        counts[state === 'pending' ? 'skipped' : state] += 1
      }
      const suites = [...module.children.allSuites()]
      counts.failed += [module, ...suites].filter(part => part.errors().length > 0).length
    }
    if (counts.passed + counts.failed === 0) process.exitCode = 1
    process.once('exit', () => console.log(writeCounts(counts)))
  }
}
