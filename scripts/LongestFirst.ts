import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest. */
const longest = [
  'test/exchanges/hooks.test.ts',
  'test/api/pbHooks.test.ts',
  'test/api/apiDocs/everySample.test.ts',
  'test/api/hooks/recipes.test.ts',
  'test/postgres/server.test.ts',
  'packages/server/threads/openThreadPool.test.ts',
  'e2e/code.test.ts',
  'e2e/accessibility.test.ts',
  'e2e/failedBackup.test.ts',
  'e2e/backups.test.ts',
  'e2e/manual.test.ts',
]

/** Starts the longest files first, so that no worker runs one of them while the others have nothing left. Vitest sorts by size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some(path => moduleId.endsWith(`/${path}`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))]
  }
}
