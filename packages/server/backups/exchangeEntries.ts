import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isReserved, restoreFolder, temporaryFolder } from '../db/layout/reservedNames.ts'
import { randomId } from '../db/randomText.ts'

type Move = (from: string, to: string) => Promise<void>

const placesIn = (dataDir: string) => {
  const root = join(dataDir, restoreFolder)
  return {
    root,
    /** What is to be served. */
    incoming: join(root, 'new'),
    /** What was served before. */
    earlier: join(root, 'old'),
    /** New data that turned out not to be of use. */
    discarded: join(root, 'discarded'),
    /** There while entries of the data directory may be new ones. */
    mark: join(root, 'in'),
  }
}

/** The folder that a restore unpacks into. */
export const incomingFolder = (dataDir: string): string => placesIn(dataDir).incoming

const moveEntries = async (from: string, to: string, move: Move): Promise<void> => {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from)) if (!isReserved(name)) await move(join(from, name), join(to, name))
}

const setMark = async (path: string): Promise<void> => {
  const file = await open(path, 'w')
  await file.sync()
  await file.close()
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Puts the entries of a data directory aside and the unpacked ones in their place. When it throws, or the process ends in the
 * middle, `putBack` brings the earlier ones back.
 */
export const exchangeEntries = async (dataDir: string, move: Move = rename): Promise<void> => {
  const { incoming, earlier, mark } = placesIn(dataDir)
  await moveEntries(dataDir, earlier, move)
  await setMark(mark)
  await moveEntries(incoming, dataDir, move)
}

/**
 * Undoes a restore that was not completed, as far as it came. It may itself be broken off at any point and be begun again.
 * @returns whether there was anything to put back
 */
export const putBack = async (dataDir: string, move: Move = rename): Promise<boolean> => {
  const { root, earlier, discarded, mark } = placesIn(dataDir)
  const wasBegun = await exists(earlier)
  if (await exists(mark)) {
    await moveEntries(dataDir, discarded, move)
    await rm(mark)
  }
  if (wasBegun) await moveEntries(earlier, dataDir, move)
  await rm(root, { recursive: true, force: true })
  return wasBegun
}

/** Lets go of the earlier entries, in one step: from here on the new ones stay. */
export const keepExchanged = async (dataDir: string): Promise<void> => {
  const { root } = placesIn(dataDir)
  const outdated = join(dataDir, temporaryFolder, `restored-${randomId()}`)
  await mkdir(join(dataDir, temporaryFolder), { recursive: true })
  await rename(root, outdated)
  // What cannot be removed now is removed at the next start.
  void rm(outdated, { recursive: true, force: true }).catch(() => undefined)
}
