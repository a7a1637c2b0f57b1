import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { flush } from '../files/storage/local/flush.ts'

/**
 * Number of concurrent flushes. The disk combines them: 6,000 files take 1.5 s instead of 5 s. More would occupy the libuv threads that
 * read files for requests, of which there are 8 on one processor.
 */
const parallelFlushes = 6

/** Waits until a folder and its content survive a power failure. */
export const flushTree = async (folder: string): Promise<void> => {
  const names = await readdir(folder, { recursive: true })
  const paths = [folder, ...names.map(name => join(folder, name))].values()
  const flushNext = async () => {
    for (const path of paths) await flush(path)
  }
  await Promise.all(Array.from({ length: parallelFlushes }, flushNext))
}
