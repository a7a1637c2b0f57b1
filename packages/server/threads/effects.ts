/** Something that happens after a commit, outside of the transaction; plain data, performed by the main thread. */
export type Effect =
  /** Removes the file, or every file below the prefix when it ends with a slash. Keys are relative to the storage root. */
  | { kind: 'removeFiles'; prefix: string }
  /** The set of administrators changed. */
  | { kind: 'adminsChanged' }
