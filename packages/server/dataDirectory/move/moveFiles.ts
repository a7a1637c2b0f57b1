import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { flush } from '../../files/storage/local/flush.ts'

/** The files of a folder after they were copied. */
export interface MovedFiles {
  files: number
  bytes: number
  /** Paths of files whose copies differ. */
  different: string[]
}

/** The end of the names of copies that are being written. */
const partialSuffix = '.coffer-part'

/** Yields the paths of all files of a folder, relative to it. */
async function* filesIn(folder: string, below = ''): AsyncGenerator<string> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const entry of entries) {
    const path = join(below, entry.name)
    if (entry.isDirectory()) yield* filesIn(folder, path)
    else if (entry.isFile() && !entry.name.endsWith(partialSuffix)) yield path
  }
}

async function copy(source: string, target: string): Promise<void> {
  const { size, atime, mtime } = await stat(source)
  const existing = await stat(target).catch(() => undefined)
  if (existing?.size === size && existing.mtimeMs === mtime.getTime()) return
  await mkdir(dirname(target), { recursive: true })
  const partial = target + partialSuffix
  await copyFile(source, partial, constants.COPYFILE_FICLONE)
  await utimes(partial, atime, mtime)
  await flush(partial)
  await rename(partial, target)
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * Copies the files of a folder into another one, and compares the copies by size and hash. Files that an interrupted run has copied are
 * not copied again.
 */
export async function moveFiles(from: string, to: string, report: (files: number) => void): Promise<MovedFiles> {
  let copied = 0
  for await (const path of filesIn(from)) {
    await copy(join(from, path), join(to, path))
    copied += 1
    report(copied)
  }
  const moved: MovedFiles = { files: 0, bytes: 0, different: [] }
  for await (const path of filesIn(from)) {
    moved.files += 1
    moved.bytes += (await stat(join(from, path))).size
    if ((await hashOf(join(from, path))) !== (await hashOf(join(to, path)))) moved.different.push(path)
  }
  return moved
}
