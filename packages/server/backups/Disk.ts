import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { flush } from '../files/storage/local/flush.ts'

/** The file system operations of a restore. Tests replace them to simulate power failures. */
export interface Disk {
  /** Returns the names in a folder; an empty list if it does not exist. */
  names(folder: string): Promise<string[]>
  /** Creates a folder if it does not exist. */
  makeFolder(path: string): Promise<void>
  move(from: string, to: string): Promise<void>
  /** Removes a file or a folder with its content. */
  remove(path: string): Promise<void>
  /** Waits until added, moved and removed names in a folder survive a power failure. */
  flush(folder: string): Promise<void>
}

export const localDisk: Disk = {
  names: folder =>
    readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    }),
  makeFolder: async path => {
    await mkdir(path, { recursive: true })
  },
  move: rename,
  remove: path => rm(path, { recursive: true, force: true }),
  flush,
}
