import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fieldRegistries } from './fieldRegistries.ts'

/** Writes the registries of field types into a copy of `packages/fields`. */
export async function writeFieldRegistries(fieldsDir: string, names: readonly string[]): Promise<void> {
  for (const { path, text } of fieldRegistries(names)) {
    const file = join(fieldsDir, 'registry', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}
