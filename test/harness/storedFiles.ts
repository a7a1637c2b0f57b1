import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What is in a folder; nothing where the server has removed it meanwhile. */
const entriesOf = (path: string): Dirent[] => {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

const walk = (path: string): string[] =>
  entriesOf(path).flatMap(entry => {
    const found = join(path, entry.name)
    return entry.isDirectory() ? walk(found) : entry.isFile() ? [found] : []
  })

const filesBelow = (dataDir: string, folder: string): string[] =>
  walk(join(dataDir, folder))
    .map(file => file.slice(dataDir.length + 1))
    .sort()

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
