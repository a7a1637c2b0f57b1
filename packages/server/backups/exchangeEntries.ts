import { join } from 'node:path'
import { isReserved, restoreFolder, temporaryFolder } from '../config/reservedNames.ts'
import { randomId } from '../crypto/randomText.ts'
import { type Disk, localDisk } from './Disk.ts'

/*
 * The steps of a restore. Each step is flushed to the disk before the next one starts, so a power failure leaves one of these states:
 *
 * 1. new/ contains the unpacked data.
 * 2. Some earlier entries are in old/. All new entries are still in new/.
 * 3. The marker exists: all earlier entries are in old/, and some new entries are in the data directory.
 * 4. The restore folder has been moved away: the new entries stay, and the earlier ones are deleted.
 *
 * Before state 4, the next start undoes the restore: it moves new entries to discarded/, removes the marker, and moves the earlier entries
 * back from old/.
 */

function pathsIn(dataDir: string) {
  const root = join(dataDir, restoreFolder)
  return {
    root,
    /** The new data. */
    incoming: join(root, 'new'),
    /** The earlier data. */
    earlier: join(root, 'old'),
    /** New data of a restore that is undone. */
    discarded: join(root, 'discarded'),
    /** Marker that exists while the data directory can contain new entries. */
    marker: join(root, 'in'),
  }
}

/** Returns the folder for the unpacked data of a restore. */
export function incomingFolder(dataDir: string): string {
  return pathsIn(dataDir).incoming
}

/** Whether an entry of a data directory belongs to neither the earlier nor the new data. */
type Stays = (name: string) => boolean

/** Moves the entries of a data directory. After it resolves, a power failure cannot undo the moves. */
async function moveEntries(disk: Disk, from: string, to: string, stays: Stays): Promise<void> {
  for (const name of await disk.names(from)) if (!stays(name)) await disk.move(join(from, name), join(to, name))
  // The target must be flushed first. Otherwise an entry could be in neither folder after a power failure.
  await disk.flush(to)
  await disk.flush(from)
}

async function makeFolder(disk: Disk, parent: string, folder: string): Promise<void> {
  await disk.makeFolder(folder)
  await disk.flush(parent)
}

/**
 * Moves the entries of a data directory aside and the unpacked ones in their place. If it rejects, or if the process ends before it
 * resolves, `revertExchange` restores the earlier entries.
 */
export async function exchangeEntries(dataDir: string, disk: Disk = localDisk, stays: Stays = isReserved): Promise<void> {
  const { root, incoming, earlier, marker } = pathsIn(dataDir)
  await disk.flush(dataDir)
  await makeFolder(disk, root, earlier)
  await moveEntries(disk, dataDir, earlier, stays)
  await disk.makeFolder(marker)
  await disk.flush(root)
  await moveEntries(disk, incoming, dataDir, stays)
}

/**
 * Undoes an incomplete restore. It can be interrupted at any point and then repeated.
 * @returns whether there was anything to undo
 */
export async function revertExchange(dataDir: string, disk: Disk = localDisk, stays: Stays = isReserved): Promise<boolean> {
  const { root, earlier, discarded, marker } = pathsIn(dataDir)
  const inRoot = new Set(await disk.names(root))
  const wasBegun = inRoot.has('old')
  if (inRoot.has('in')) {
    await makeFolder(disk, root, discarded)
    await moveEntries(disk, dataDir, discarded, stays)
    await disk.remove(marker)
    await disk.flush(root)
  }
  if (wasBegun) await moveEntries(disk, earlier, dataDir, stays)
  await disk.remove(root)
  return wasBegun
}

/** Completes a restore in one atomic step. After it, the restore can no longer be undone. */
export async function completeExchange(dataDir: string, disk: Disk = localDisk): Promise<void> {
  const { root } = pathsIn(dataDir)
  const temporary = join(dataDir, temporaryFolder)
  const outdated = join(temporary, `restored-${randomId()}`)
  await makeFolder(disk, dataDir, temporary)
  await disk.move(root, outdated)
  try {
    await disk.flush(temporary)
    await disk.flush(dataDir)
  } catch (error) {
    // After a power failure, the next start could find either state, so the new data must not be served.
    await disk.move(outdated, root)
    throw error
  }
  // The next start removes anything that cannot be removed now.
  void disk.remove(outdated).catch(() => undefined)
}
