/** A task for the backups, which only the main thread manages. */
export type BackupTask =
  /** Adds the outcome of the last restore and the last automatic backup to the health response. */
  | { do: 'health'; json: { data: object } }
  | { do: 'list' }
  /** An empty name generates one. */
  | { do: 'create'; name: string }
  /** Stores an uploaded file as a backup. */
  | { do: 'upload'; name: string; path: string }
  | { do: 'remove'; key: string }
  | { do: 'restore'; key: string }
