import { join } from 'node:path'
import { isReserved, restoreFolder, temporaryFolder } from '../config/reservedNames.ts'
import { randomId } from '../crypto/randomText.ts'
import { type Disk, localDisk } from './Disk.ts'

/*
 * The steps of a restore. Each is on the disk before the next one begins, so that a loss of power leaves one of these states:
 *
 * 1. new/ is filled, and nothing else has happened.
 * 2. Entries are on their way to old/; no new one has left new/.
 * 3. The mark is set: all earlier entries are in old/, and new ones are on their way to the data directory.
 * 4. The folder of the restore has been moved away: the new entries stay, and the earlier ones are deleted.
 *
 * Up to 4 the next start goes back: new entries to discarded/, the mark removed, the earlier ones back from old/.
 */

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

/** Moves the entries of a data directory; when it returns, no loss of power brings any of them back. */
const moveEntries = async (disk: Disk, from: string, to: string): Promise<void> => {
  for (const name of await disk.names(from)) if (!isReserved(name)) await disk.move(join(from, name), join(to, name))
  // Where an entry is now comes first: else it could be in neither folder.
  await disk.flush(to)
  await disk.flush(from)
}

const makeFolder = async (disk: Disk, parent: string, folder: string): Promise<void> => {
  await disk.makeFolder(folder)
  await disk.flush(parent)
}

/**
 * Puts the entries of a data directory aside and the unpacked ones in their place. When it throws, or the process ends in the
 * middle, `putBack` brings the earlier ones back.
 */
export const exchangeEntries = async (dataDir: string, disk: Disk = localDisk): Promise<void> => {
  const { root, incoming, earlier, mark } = placesIn(dataDir)
  await disk.flush(dataDir)
  await makeFolder(disk, root, earlier)
  await moveEntries(disk, dataDir, earlier)
  await disk.makeFolder(mark)
  await disk.flush(root)
  await moveEntries(disk, incoming, dataDir)
}

/**
 * Undoes a restore that was not completed, as far as it came. It may itself be broken off at any point and be begun again.
 * @returns whether there was anything to put back
 */
export const putBack = async (dataDir: string, disk: Disk = localDisk): Promise<boolean> => {
  const { root, earlier, discarded, mark } = placesIn(dataDir)
  const inRoot = new Set(await disk.names(root))
  const wasBegun = inRoot.has('old')
  if (inRoot.has('in')) {
    await makeFolder(disk, root, discarded)
    await moveEntries(disk, dataDir, discarded)
    await disk.remove(mark)
    await disk.flush(root)
  }
  if (wasBegun) await moveEntries(disk, earlier, dataDir)
  await disk.remove(root)
  return wasBegun
}

/** Releases the earlier entries, in one step: from here on the new ones stay. */
export const keepExchanged = async (dataDir: string, disk: Disk = localDisk): Promise<void> => {
  const { root } = placesIn(dataDir)
  const temporary = join(dataDir, temporaryFolder)
  const outdated = join(temporary, `restored-${randomId()}`)
  await makeFolder(disk, dataDir, temporary)
  await disk.move(root, outdated)
  try {
    await disk.flush(temporary)
    await disk.flush(dataDir)
  } catch (error) {
    // The next start might find either, so it must not be the new data that is served until then.
    await disk.move(outdated, root)
    throw error
  }
  // What cannot be removed now is removed at the next start.
  void disk.remove(outdated).catch(() => undefined)
}
