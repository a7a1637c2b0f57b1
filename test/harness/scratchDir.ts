import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const plenty = 1024 ** 3

function hasPlenty(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > plenty
}

/** Where copies of samples go: into memory where the system offers room there, since thousands of small files are copied. */
export const scratchDir = existsSync(memory) && hasPlenty(memory) ? memory : tmpdir()
