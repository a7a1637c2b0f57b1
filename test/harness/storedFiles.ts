import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const filesBelow = (dataDir: string, folder: string): string[] => {
  const path = join(dataDir, folder)
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
    .sort()
}

/** Every file below the storage of a data directory, with the descriptions beside them. */
export const everyStoredFile = (dataDir: string): string[] => filesBelow(dataDir, 'storage')

/** The stored files of a data directory, or of one collection or record in it, without the descriptions beside them. */
export const storedFiles = (dataDir: string, folder = ''): string[] =>
  filesBelow(dataDir, join('storage', folder)).filter(file => !file.endsWith('.attrs'))

/** The stored files of which anything is left: the file itself, or the description beside it, which goes after it. */
export const remainingFiles = (dataDir: string, folder: string): string[] => [
  ...new Set(filesBelow(dataDir, join('storage', folder)).map(file => file.replace(/\.attrs$/, ''))),
]

/** The files of uploads that nobody has taken away yet. */
export const uploadsUnderWay = (dataDir: string): string[] => filesBelow(dataDir, '.pb_temp_to_delete')
