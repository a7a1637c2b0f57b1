import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../../config/reservedNames.ts'

/** Returns functions that create a temporary folder for the files of one request on first use, and remove it. */
export function uploadFolder(dataDir: string): { path: () => Promise<string>; remove: () => Promise<void> } {
  let created: Promise<string> | undefined
  const create = async () => {
    const parent = join(dataDir, temporaryFolder)
    await mkdir(parent, { recursive: true })
    return mkdtemp(join(parent, 'uploads-'))
  }
  return {
    path: () => {
      created ??= create()
      return created
    },
    remove: async () => {
      const path = await created?.catch(() => undefined)
      if (path !== undefined) await rm(path, { recursive: true, force: true })
    },
  }
}
