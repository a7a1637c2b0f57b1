import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { orphanedFolder } from '../../config/reservedNames.ts'

/** Time for which orphaned files can be put back. */
export const retentionDays = 30
const retentionMs = retentionDays * 24 * 60 * 60_000

/** The names of the folders in the folder of orphaned files: the time of the move in UTC, such as `2026-03-01T02-30-00Z`. */
const folderName = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z$/

/** Returns the time of a move in milliseconds since 1970; NaN for other names. */
function timeOf(name: string): number {
  return Date.parse(name.replace(folderName, '$1:$2:$3Z'))
}

async function moveTo(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return
    if (error.code !== 'EXDEV') throw error
    // The storage can be a link to another disk.
    await cp(from, to, { recursive: true, preserveTimestamps: true })
    await rm(from, { recursive: true })
  })
}

/**
 * Moves entries of the storage to a new folder for orphaned files, in which they have the same paths.
 * @param paths paths below the storage
 * @returns the path of the new folder
 */
export async function moveToOrphaned(dataDir: string, paths: readonly string[]): Promise<string> {
  const time = `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const folder = join(dataDir, orphanedFolder, time)
  for (const path of paths) await moveTo(join(dataDir, 'storage', path), join(folder, path))
  return folder
}

/** Removes the orphaned files that were moved more than 30 days ago. */
export async function removeExpiredOrphans(dataDir: string): Promise<void> {
  const root = join(dataDir, orphanedFolder)
  for (const name of await readdir(root).catch(() => []))
    if (Date.now() - timeOf(name) > retentionMs) await rm(join(root, name), { recursive: true, force: true })
}
