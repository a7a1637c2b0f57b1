import { writeFile } from 'node:fs/promises'
import { writeHookTypes } from '../api/types/writeHookTypes.ts'
import { writeTypes } from '../api/types/writeTypes.ts'
import { printOutput } from '../runtime/terminal.ts'
import { examineData } from './examineData.ts'
import type { CommonOptions } from './options.ts'

export interface TypesOptions extends CommonOptions {
  out: string
  hooks: boolean
}

/** Writes TypeScript types of the collections to a file, or prints them. */
export async function types(options: TypesOptions): Promise<void> {
  const text = await examineData(options, async (_, { all }) => (options.hooks ? writeHookTypes(all) : writeTypes(all)))
  if (options.out === '') printOutput(text)
  else await writeFile(options.out, text)
}
