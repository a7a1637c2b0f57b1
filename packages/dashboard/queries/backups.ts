import { queryOptions } from '@tanstack/react-query'
import { client } from './connection/client.ts'
import { type UploadProgress, uploadFetch } from './connection/uploadFetch.ts'

export interface Backup {
  /** The name of its file. */
  key: string
  /** Bytes. */
  size: number
  /** UTC, as in `2024-05-06 07:08:09.000Z`. */
  modified: string
}

/** All backups, the newest first. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: async ({ signal }): Promise<Backup[]> => {
    const backups = await client.backups.getFullList({ signal })
    return backups.toSorted((a, b) => (a.modified < b.modified ? 1 : a.modified > b.modified ? -1 : 0))
  },
  staleTime: 0,
})

/** Milliseconds between two looks at how the server is. */
const lookEvery = 3000

/** How a restore or an automatic backup ended. */
export interface BackupOutcome {
  /** The name of the backup; empty if the server does not know it any more. */
  key: string
  /** UTC, as in `2024-05-06 07:08:09.000Z`. */
  finished: string
  /** Why it failed; empty if it succeeded. */
  error: string
}

export interface BackupState {
  /** Whether a backup or restore can be started now. */
  canBackup: boolean
  lastRestore?: BackupOutcome
  lastAutomaticBackup?: BackupOutcome
}

/** What backups and restores are doing, and how the last ones ended. Polled while the page is visible. */
export const backupStateQuery = queryOptions({
  queryKey: ['backupState'],
  queryFn: async ({ signal }): Promise<BackupState> => {
    const { data } = await client.health.check({ signal })
    return { ...data, canBackup: data.canBackup === true }
  },
  refetchInterval: lookEvery,
  staleTime: 0,
  gcTime: 0,
})

/** Makes a backup; resolves once it is complete. The server makes up a name where none is given, and goes on if the call is given up. */
export async function createBackup(name: string, signal: AbortSignal): Promise<void> {
  await client.backups.create(name, { signal })
}

/** Sends an archive; the server looks into it before it keeps it. */
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

/** Has the server begin to restore a backup; what it serves changes some time after this. */
export async function restoreBackup(key: string): Promise<void> {
  await client.backups.restore(key)
}

/** Where a backup can be downloaded for the next two minutes. */
export async function backupAddress(key: string): Promise<string> {
  return client.backups.getDownloadUrl(await client.files.getToken(), key)
}
