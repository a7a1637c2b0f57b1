import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const plenty = 1024 ** 3

function hasPlenty(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > plenty
}

/** Folder for copies of samples: in memory if the system offers that, because thousands of small files are copied. */
export const scratchDir = existsSync(memory) && hasPlenty(memory) ? memory : tmpdir()
