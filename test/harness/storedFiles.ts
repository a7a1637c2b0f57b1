import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Lists a folder; empty if the server has removed it in the meantime. */
function entriesOf(path: string): Dirent[] {
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

/** Lists every file in the storage of a data directory, including attributes files. */
export function everyStoredFile(dataDir: string): string[] {
  return filesBelow(dataDir, 'storage')
}

/** Lists the stored files of a data directory, or of one collection or record, without attributes files. */
export function storedFiles(dataDir: string, folder = ''): string[] {
  return filesBelow(dataDir, join('storage', folder)).filter(file => !file.endsWith('.attrs'))
}

/** Lists the stored files with any remains: the file itself, or its attributes file, which is removed later. */
export function remainingFiles(dataDir: string, folder: string): string[] {
  return [...new Set(filesBelow(dataDir, join('storage', folder)).map(file => file.replace(/\.attrs$/, '')))]
}

/** Lists the files of uploads that have not been removed yet. */
export function uploadsUnderWay(dataDir: string): string[] {
  return filesBelow(dataDir, '.pb_temp_to_delete')
}
