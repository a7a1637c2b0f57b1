import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LastLineReporter } from './scripts/LastLineReporter.ts'
import { LongestFirst } from './scripts/LongestFirst.ts'
import { ReportWriter } from './scripts/suites/ReportWriter.ts'

/** Node loads the sources itself, as in production: worker threads start from the same files, and nothing is transformed. */
const onNode = { experimental: { viteModuleRunner: false } }

/**
 * Modules have no state of their own, so the test files of a worker share them; loading them again takes five times as long. The
 * time limits are only for tests that hang: on a busy machine, everything takes many times as long.
 */
const shared = {
  ...onNode,
  isolate: false,
  setupFiles: ['test/harness/bundledThreads.ts'],
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
}

/** More workers than cores, because each test waits part of its time: for disks, clocks, killed servers and pages. */
const parallel = { ...shared, maxWorkers: Math.ceil(availableParallelism() * 1.5) }

/** Starts PostgreSQL for a run whose tests need it. */
const database = { globalSetup: ['test/harness/postgres/startPostgres.ts'] }

const server = { ...parallel, ...database, testTimeout: 120_000 }

/** Tests of requests, which store hundreds of passwords with the smallest cost. */
const requests = { ...server, setupFiles: [...shared.setupFiles, 'test/harness/setUpRequests.ts'] }

/** Runs after the other projects, because browsers and their servers need the whole machine. */
const browser = { ...parallel, ...database, testTimeout: 60_000, sequence: { groupOrder: 1 } }

/** `npm run test:standby` installs Litestream and sets the variable. */
const standby = { ...server, name: 'standby', include: ['test/standby/**/*.test.ts'] }

/** `npm run test:reference` installs what the test starts. It needs no tarball, unlike the other tests of its folder. */
const reference = { ...server, name: 'reference', include: ['test/deploy/cluster.test.ts'] }

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new ReportWriter(), new LastLineReporter()],
    projects: [
      { test: { ...server, name: 'unit', include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'] } },
      {
        test: {
          ...requests,
          name: 'exchanges',
          include: ['test/exchanges/**/*.test.ts'],
          // On PostgreSQL, looking into a database blocks the thread of the other scenarios.
          maxConcurrency: process.env.COFFER_TEST_DATABASE === 'postgres' ? 4 : 16,
        },
      },
      { test: { ...requests, name: 'api', include: ['test/{api,attacks,faults,harness}/**/*.test.ts'] } },
      { test: { ...server, name: 'postgres', include: ['test/postgres/**/*.test.ts'] } },
      {
        test: {
          ...server,
          name: 'package',
          include: ['test/{package,deploy}/**/*.test.ts'],
          globalSetup: ['test/package/packTarball.ts'],
        },
      },
      ...(process.env.LITESTREAM_PATH ? [{ test: standby }] : []),
      ...(process.env.COFFER_TEST_REFERENCE ? [{ test: reference }] : []),
      { test: { ...browser, name: 'browser', include: ['e2e/**/*.test.ts'] } },
    ],
  },
})
