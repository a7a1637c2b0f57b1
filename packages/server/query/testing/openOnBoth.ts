import { expect } from 'vitest'
import { isLongRun } from '../../../../test/harness/isLongRun.ts'
import { openPostgres } from '../../../../test/harness/openPostgres.ts'
import { copyToDatabase } from '../../../../test/harness/postgres/testDatabases.ts'
import { loadCatalog } from '../../catalog/loadCatalog.ts'
import { createTestDatabase } from '../../db/postgres/testing/openTestDatabase.ts'
import { type Magazine, makeFinder, openMagazine } from './openMagazine.ts'

/** Random queries run for a time instead of a number of times. */
export const randomRuns = { numRuns: 100_000, interruptAfterTimeLimit: isLongRun ? 60_000 : 5_000 }

/**
 * Opens a copy of the magazine sample, and a copy of its records on PostgreSQL. Each search runs on both, and fails unless both find
 * the same records in the same order.
 */
export async function openOnBoth(prepare = ''): Promise<Magazine> {
  const [server, magazine] = await Promise.all([openPostgres(), openMagazine(prepare)])
  const { address, engine } = await createTestDatabase(server)
  await copyToDatabase(magazine.dataDir, address)
  const copy = makeFinder(engine, await loadCatalog(engine, 1))
  return {
    ...magazine,
    find: async (collection, query) => {
      const found = await magazine.find(collection, query)
      expect(await copy.find(collection, query), 'on PostgreSQL').toEqual(found)
      return found
    },
    close: async () => {
      await engine.close()
      await Promise.all([magazine.close(), server.close()])
    },
  }
}
