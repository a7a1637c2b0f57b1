/** The id of a record with the stored names of its files. */
export interface RecordFiles {
  id: string
  files: readonly string[]
}

/** Removes a file by its storage key, or all files below a prefix that ends with a slash. */
export interface FilesRemoval {
  kind: 'removeFiles'
  prefix: string
}

/** Removes the files of deleted records, their thumbs, and old leftovers in their folders. */
export interface RecordFilesRemoval {
  kind: 'removeRecordFiles'
  collectionId: string
  records: readonly RecordFiles[]
}

/** A removal of files. `entry` is the id of its row in the database, which the transaction has written. */
export type Removal = (FilesRemoval | RecordFilesRemoval) & { entry?: string }
