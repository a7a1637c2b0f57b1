import { writeFile } from 'node:fs/promises'
import { writeTypes } from '../api/types/writeTypes.ts'
import { loadCatalog } from '../catalog/loadCatalog.ts'
import { openToExamine } from '../dataDirectory/openDatabase.ts'
import { explainDirectory } from './explain.ts'
import { type CommonOptions, configOf } from './options.ts'
import { requireDatabase } from './requireDatabase.ts'

export interface TypesOptions extends CommonOptions {
  out: string
}

const readCollections = async (options: TypesOptions) => {
  const config = configOf(options)
  requireDatabase(config)
  try {
    const reader = await openToExamine(config)
    try {
      return (await loadCatalog(reader, 0)).all
    } finally {
      await reader.close()
    }
  } catch (error) {
    throw new Error(explainDirectory(error, config.dataDir), { cause: error })
  }
}

/** Writes TypeScript types of the collections to a file, or prints them. */
export const types = async (options: TypesOptions): Promise<void> => {
  const text = writeTypes(await readCollections(options))
  if (options.out === '') process.stdout.write(text)
  else await writeFile(options.out, text)
}
