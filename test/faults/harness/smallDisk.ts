import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'
import { copySample } from '../../harness/copySample.ts'
import { scratchDir } from '../../harness/scratchDir.ts'

export interface SmallDisk {
  /** A copy of a sample on the disk. */
  dataDir: string
  /** Fills the disk up to a number of bytes, by default completely. */
  fill: (leftBytes?: number) => void
  /** Frees the space again. */
  free: () => void
}

/** Mounts a separate disk for a data directory. Skips the test if the user is not allowed to mount. */
export async function smallDisk(context: TestContext, megabytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync(join(scratchDir, 'coffer-small-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  context.skip(status !== 0, 'only root may mount a small disk')
  // A lazy unmount, because a server that is being killed still has files open.
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const onDisk = join(folder, 'pb_data')
  cpSync(dataDir, onDisk, { recursive: true })
  const filler = join(folder, 'filler')
  return {
    dataDir: onDisk,
    fill: (leftBytes = 0) => {
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize - leftBytes))
      } catch (error) {
        // The server can use some of the space at the same moment.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    free: () => rmSync(filler),
  }
}
