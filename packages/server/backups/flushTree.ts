import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { flush } from '../files/storage/local/flush.ts'

/** Files flushed at a time. The disk brings them out together; more would take the threads that answer requests for files. */
const parallelFlushes = 4

/** Waits until a folder, with all files and folders in it, survives a loss of power. */
export const flushTree = async (folder: string): Promise<void> => {
  const files: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await flushTree(path)
    else files.push(path)
  }
  for (let start = 0; start < files.length; start += parallelFlushes)
    await Promise.all(files.slice(start, start + parallelFlushes).map(flush))
  await flush(folder)
}
