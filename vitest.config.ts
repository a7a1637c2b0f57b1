import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LastLineReporter } from './scripts/LastLineReporter.ts'

/** Node runs these sources itself, as it does in production: worker threads start from the same files, and nothing is transformed. */
const onNode = { experimental: { viteModuleRunner: false } }

/**
 * Modules hold no state of their own, so the files that a worker runs may share them; loading them again takes five times as long.
 * What is waited for comes late on a busy machine: limits of time are there for what hangs, and what goes as it should comes nowhere near.
 */
const sharing = { ...onNode, isolate: false, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

/** A part of their time all of them wait: for disks, clocks, servers that were killed and pages that have been told to do something. */
const working = { ...sharing, maxWorkers: Math.ceil(availableParallelism() * 1.5) }

const first = { ...working, testTimeout: 120_000 }

/** The browsers come last: they and the servers they talk to need the machine for themselves. */
const last = { ...working, testTimeout: 60_000, sequence: { groupOrder: 1 } }

export default defineConfig({
  test: {
    reporters: ['default', new LastLineReporter()],
    projects: [
      { test: { ...first, name: 'unit', include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      {
        test: {
          ...first,
          name: 'exchanges',
          include: ['test/exchanges/**/*.test.ts'],
          maxConcurrency: 16,
        },
      },
      { test: { ...first, name: 'api', include: ['test/{api,attacks,faults,harness}/**/*.test.ts'] } },
      { test: { ...last, name: 'browser', include: ['e2e/**/*.test.ts'] } },
    ],
  },
})
