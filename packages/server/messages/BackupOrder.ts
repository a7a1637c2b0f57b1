/** What the main thread is to do about backups, which it alone makes and restores. */
export type BackupOrder =
  /** Adds how the last restore and the last automatic backup ended to an answer. */
  | { do: 'health'; json: { data: object } }
  | { do: 'list' }
  /** An empty name has one made up. */
  | { do: 'create'; name: string }
  /** A file that came with the request. */
  | { do: 'upload'; name: string; path: string }
  | { do: 'remove'; key: string }
  | { do: 'restore'; key: string }
