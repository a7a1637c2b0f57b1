import type { Catalog } from '../catalog/Catalog.ts'
import { loadCatalog } from '../catalog/loadCatalog.ts'
import { openInstallation } from '../dataDirectory/openInstallation.ts'
import type { Reader } from '../db/engine.ts'
import { explainDirectory } from './explain.ts'
import { type CommonOptions, configOf } from './options.ts'

/**
 * Reads stored data without changing it, even while a server uses it.
 * @param read receives the database, its collections and the time limit of a query in seconds
 * @throws Error with a sentence for the command line if the data cannot be read
 */
export async function examineData<T>(
  options: CommonOptions,
  read: (reader: Reader, catalog: Catalog, queryTimeout: number) => Promise<T>,
): Promise<T> {
  const config = configOf(options)
  const installation = openInstallation(config)
  installation.assertPresent()
  try {
    const reader = await installation.openToExamine()
    try {
      return await read(reader, await loadCatalog(reader, 0), config.queryTimeout)
    } finally {
      await reader.close()
    }
  } catch (error) {
    throw new Error(explainDirectory(error, config.dataDir), { cause: error })
  }
}
