import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { flush } from '../files/storage/local/flush.ts'

/**
 * Files and folders flushed at a time. The disk stores what comes together in one step: 6,000 of them take 1.5 s in place of 5 s.
 * More would occupy the threads that read files for requests, of which there are 8 on one processor.
 */
const parallelFlushes = 6

/** Waits until a folder, with all files and folders in it, survives a loss of power. */
export const flushTree = async (folder: string): Promise<void> => {
  const names = await readdir(folder, { recursive: true })
  const paths = [folder, ...names.map(name => join(folder, name))].values()
  const flushNext = async () => {
    for (const path of paths) await flush(path)
  }
  await Promise.all(Array.from({ length: parallelFlushes }, flushNext))
}
