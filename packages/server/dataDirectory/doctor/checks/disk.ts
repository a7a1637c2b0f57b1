import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check, CheckContext } from '../Check.ts'

const minFreeBytes = 1_000_000_000

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000).toLocaleString('en')} MB`

/** Returns the size of the database in bytes. A backup of it needs this size on the disk of the data directory. */
const databaseSize = async ({ config, server }: CheckContext): Promise<number> =>
  config.database === undefined
    ? ((await stat(join(config.dataDir, 'data.db')).catch(() => undefined))?.size ?? 0)
    : (await server()).size

export const disk: Check = {
  name: 'disk',
  title: 'The disk has room for growth and for a copy of the database.',
  find: async context => {
    const { dataDir } = context.config
    const { bavail, bsize, blocks } = await statfs(dataDir)
    // Some network file systems report no sizes.
    if (blocks === 0) return []
    const free = bavail * bsize
    const needed = Math.max(minFreeBytes, 2 * (await databaseSize(context)))
    if (free >= needed) return []
    return [
      {
        severity: 'problem',
        message: `The disk of ${dataDir} has only ${megabytes(free)} left. Backups and growth need ${megabytes(needed)}.`,
        advice: 'Free some space, move the data directory to a larger disk, or store files and backups in S3.',
      },
    ]
  },
}
