import { queryOptions } from '@tanstack/react-query'
import { client } from './connection/client.ts'
import { type UploadProgress, uploadFetch } from './connection/uploadFetch.ts'

export interface Backup {
  /** File name. */
  key: string
  /** Bytes. */
  size: number
  /** UTC, as in `2024-05-06 07:08:09.000Z`. */
  modified: string
}

/** Lists all backups, newest first. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: async ({ signal }): Promise<Backup[]> => {
    const backups = await client.backups.getFullList({ signal })
    return backups.toSorted((a, b) => (a.modified < b.modified ? 1 : a.modified > b.modified ? -1 : 0))
  },
  staleTime: 0,
})

const backupPollingIntervalMs = 3000

/** How a restore or an automatic backup ended. */
export interface BackupOutcome {
  /** Name of the backup; empty if the server no longer knows it. */
  key: string
  /** UTC, as in `2024-05-06 07:08:09.000Z`. */
  finished: string
  /** Error message; empty if it succeeded. */
  error: string
}

export interface BackupState {
  /** Whether a backup or restore can be started now. */
  canBackup: boolean
  lastRestore?: BackupOutcome
  lastAutomaticBackup?: BackupOutcome
}

/** Loads whether a backup or restore is running, and how the last ones ended. Polled while the page is visible. */
export const backupStateQuery = queryOptions({
  queryKey: ['backupState'],
  queryFn: async ({ signal }): Promise<BackupState> => {
    const { data } = await client.health.check({ signal })
    return { ...data, canBackup: data.canBackup === true }
  },
  refetchInterval: backupPollingIntervalMs,
  staleTime: 0,
  gcTime: 0,
})

const failurePollingIntervalMs = 5 * 60_000

/** Loads whether the last automatic backup failed. Polled rarely, because every page shows it. */
export const backupFailureQuery = queryOptions({
  queryKey: ['backupFailure'],
  queryFn: async ({ signal }): Promise<boolean> => {
    const { data } = await client.health.check({ signal })
    const { lastAutomaticBackup }: Partial<BackupState> = data
    return Boolean(lastAutomaticBackup?.error)
  },
  refetchInterval: failurePollingIntervalMs,
})

/** Creates a backup and waits until it is complete. An empty name lets the server choose one. Aborting does not stop the server. */
export async function createBackup(name: string, signal: AbortSignal): Promise<void> {
  await client.backups.create(name, { signal })
}

/** Uploads an archive. The server validates it before storing it. */
export async function uploadBackup(
  file: File,
  signal: AbortSignal,
  onProgress: (progress: UploadProgress) => void,
): Promise<void> {
  await client.backups.upload(
    { file },
    { query: { explain: 1 }, requestKey: 'upload_backup', signal, fetch: uploadFetch(onProgress) },
  )
}

export async function deleteBackup(key: string): Promise<void> {
  await client.backups.delete(key)
}

/** Starts restoring a backup. Resolves before the restore is complete. */
export async function restoreBackup(key: string): Promise<void> {
  await client.backups.restore(key)
}

/** Returns a download URL that is valid for two minutes. */
export async function backupAddress(key: string): Promise<string> {
  return client.backups.getDownloadUrl(await client.files.getToken(), key)
}

const firstCheckDelayMs = 2000
const checkIntervalMs = 500
const maxWaitMs = 10 * 60_000

const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

async function isReady(): Promise<boolean> {
  try {
    // The restore may have replaced the admin of this session, so the request is sent without the token.
    const { data } = await client.health.check({ headers: { Authorization: '' } })
    return data.canBackup === true
  } catch {
    return false
  }
}

/** Polls the server until it has finished the restore. The server may not respond while it replaces its data. */
export async function waitForRestore(): Promise<void> {
  const end = performance.now() + maxWaitMs
  await wait(firstCheckDelayMs)
  while (!(await isReady()) && performance.now() < end) await wait(checkIntervalMs)
}
