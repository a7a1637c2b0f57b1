import { join } from 'node:path'
import type { S3 } from '@coffer/schema'
import type { Config } from '../../config/config.ts'
import { temporaryFolder } from '../../config/reservedNames.ts'
import { localStorage } from './local/localStorage.ts'
import type { Storage } from './Storage.ts'
import { s3Storage } from './s3/s3Storage.ts'

/**
 * Returns a function from S3 settings to their storage: a bucket or, if S3 is disabled, a folder of the data directory. The last
 * bucket is reused until the settings change.
 * @param folder name of the folder in the data directory
 */
export function chooseStorage(config: Config, folder = 'storage'): (s3: S3) => Storage {
  const { dataDir, durability, storageTimeoutMs } = config
  const local = localStorage(dataDir, durability, folder)
  const scratch = join(dataDir, temporaryFolder)
  let known: { name: string; storage: Storage } | undefined
  return s3 => {
    if (!s3.enabled) return local
    const name = JSON.stringify(s3)
    if (known?.name !== name) {
      known = {
        name,
        storage: s3Storage(s3, { scratch, ...(storageTimeoutMs === undefined ? {} : { timeoutMs: storageTimeoutMs }) }),
      }
    }
    return known.storage
  }
}

/** Returns a storage that forwards each call to the current storage. */
export function switchingStorage(current: () => Storage): Storage {
  return {
    list: () => current().list(),
    listBelow: prefix => current().listBelow(prefix),
    put: (...given) => current().put(...given),
    putBytes: (...given) => current().putBytes(...given),
    find: key => current().find(key),
    read: key => current().read(key),
    stream: (...given) => current().stream(...given),
    withLocalFile: (...given) => current().withLocalFile(...given),
    remove: key => current().remove(key),
    removeBelow: prefix => current().removeBelow(prefix),
    removeRecords: (...given) => current().removeRecords(...given),
  }
}

/** Whether all nodes of the database use the same storage. Each has a data directory of its own, so only a bucket is common to all. */
export function isSharedByNodes({ node, sharesFiles = false }: Pick<Config, 'node' | 'sharesFiles'>, { enabled }: S3): boolean {
  return node === undefined || sharesFiles || enabled
}
