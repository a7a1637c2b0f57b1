import { defineConfig } from 'vitest/config'
import { LastLineReporter } from './scripts/LastLineReporter.ts'

/** Node runs these sources itself, as it does in production: worker threads start from the same files, and nothing is transformed. */
const onNode = { experimental: { viteModuleRunner: false } }

export default defineConfig({
  test: {
    reporters: ['default', new LastLineReporter()],
    projects: [
      { test: { ...onNode, name: 'unit', include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'], testTimeout: 20_000 } },
      {
        test: { ...onNode, name: 'exchanges', include: ['test/exchanges/**/*.test.ts'], testTimeout: 60_000, maxConcurrency: 16 },
      },
      { test: { ...onNode, name: 'api', include: ['test/api/**/*.test.ts', 'test/harness/**/*.test.ts'], testTimeout: 20_000 } },
      {
        test: {
          ...onNode,
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
