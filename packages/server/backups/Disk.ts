import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { flush } from '../files/storage/local/flush.ts'

/** The calls by which a restore changes what a folder contains. */
export interface Disk {
  /** Returns the names in a folder; none if there is no such folder. */
  names(folder: string): Promise<string[]>
  /** Creates a folder unless it is there. */
  makeFolder(path: string): Promise<void>
  move(from: string, to: string): Promise<void>
  /** Removes a file or a folder with all that is in it. */
  remove(path: string): Promise<void>
  /** Waits until changes of the names in a folder survive a loss of power. */
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
