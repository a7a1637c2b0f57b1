import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../../config/reservedNames.ts'

/** A folder for the files of one request, made when it is first asked for. */
export const uploadFolder = (dataDir: string): { path: () => Promise<string>; remove: () => Promise<void> } => {
  let made: Promise<string> | undefined
  const make = async () => {
    const parent = join(dataDir, temporaryFolder)
    await mkdir(parent, { recursive: true })
    return mkdtemp(join(parent, 'uploads-'))
  }
  return {
    path: () => {
      made ??= make()
      return made
    },
    remove: async () => {
      const path = await made?.catch(() => undefined)
      if (path !== undefined) await rm(path, { recursive: true, force: true })
    },
  }
}
