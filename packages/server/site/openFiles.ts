import type { Config } from '../config/config.ts'
import { backupsFolder } from '../config/reservedNames.ts'
import { Rejection } from '../errors/Rejection.ts'
import { cachedStorage } from '../files/storage/cachedStorage.ts'
import { chooseStorage, isSharedByNodes, switchingStorage } from '../files/storage/chooseStorage.ts'
import type { Storage } from '../files/storage/Storage.ts'
import { Thumbs } from '../files/thumbs/Thumbs.ts'
import { FileRemovals } from '../records/removals/FileRemovals.ts'
import { RecordedRemovals } from '../records/removals/RecordedRemovals.ts'
import { ExpiredUndoEntries } from '../records/undo/ExpiredUndoEntries.ts'
import { printError } from '../runtime/terminal.ts'
import type { Threads } from '../threads/Threads.ts'
import type { SiteLogs } from './openLogs.ts'

/** The files of records and of backups, wherever the settings say. */
export interface SiteFiles {
  storage: Storage
  /**
   * Returns the storage that backups are currently stored in.
   * @throws Rejection if this is a node, and the other nodes do not have the same storage
   */
  backupStorage: () => Storage
  thumbs: Thumbs
  removals: FileRemovals
  deletions: ExpiredUndoEntries
}

interface FileParts extends Pick<SiteLogs, 'settings' | 'warn'> {
  config: Config
  threads: Pick<Threads, 'writer'>
}

const needsCommonStorage =
  'Several nodes need a common storage of backups. Enable S3 in Settings → Backups, or set COFFER_SETTINGS_BACKUPS_S3_ENABLED and its other variables.'

export function openFiles({ config, threads, settings, warn }: FileParts, opened: AsyncDisposableStack): SiteFiles {
  const { records } = threads.writer
  const sharesBackups = () => isSharedByNodes(config, settings.value.backups.s3)
  if (settings.value.backups.cron !== '' && !sharesBackups()) printError`Warning: automatic backups fail. ${needsCommonStorage}`
  const storageOf = chooseStorage(config)
  const backupStorageOf = chooseStorage(config, backupsFolder)
  const storage = cachedStorage(switchingStorage(() => storageOf(settings.value.s3)))
  const removals = new FileRemovals({ storage, recorded: new RecordedRemovals({ store: records, warn }), warn })
  opened.defer(() => removals.close())
  const deletions = new ExpiredUndoEntries({
    expire: records.expireUndoEntries,
    remove: list => removals.removeNow(list),
    warn,
  })
  opened.defer(() => deletions.close())
  return {
    storage,
    backupStorage: () => {
      if (!sharesBackups()) throw new Rejection('conflict', { message: needsCommonStorage })
      return backupStorageOf(settings.value.backups.s3)
    },
    thumbs: new Thumbs(storage, warn),
    removals,
    deletions,
  }
}
