import type { Readable } from 'node:stream'
import type { RecordFiles } from './Removal.ts'

/** The content type of files without stored attributes. */
export const unknownType = 'application/octet-stream'

/** Minimum age, in milliseconds, of other files in a deleted record's folder before they are removed with it. */
export const minLeftoverAgeMs = 10 * 60_000

/** The attributes of a stored file. */
export interface StoredFile {
  /** Size in bytes. */
  size: number
  modified: Date
  /** The type detected from the content when the file was stored; `application/octet-stream` if unknown. */
  contentType: string
}

/** The attributes to store with a file. */
export interface FileAttributes {
  contentType: string
  /** The file name that the client sent; absent for thumbs. */
  originalName?: string
  /** The MD5 digest of the content in base64, if known. */
  md5?: string
}

/** A range of bytes; both positions are inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** A stored file with its key. */
export interface ListedFile {
  key: string
  /** Size in bytes. */
  size: number
  modified: Date
}

/** Stores files by key: `<collection id>/<record id>/<stored name>` for files of records, the file name for backups. */
export interface Storage {
  /** Returns the files outside of folders, ordered by key. */
  list(): Promise<ListedFile[]>
  /** Returns all files whose keys start with the prefix, ordered by key. */
  listBelow(prefix: string): Promise<ListedFile[]>
  /** Stores a copy of a local file. Replaces an existing file with the same key. */
  put(key: string, source: string, attributes: FileAttributes): Promise<void>
  /** Stores bytes. */
  putBytes(key: string, bytes: Uint8Array, attributes: FileAttributes): Promise<void>
  find(key: string): Promise<StoredFile | undefined>
  read(key: string): Promise<Uint8Array>
  /** Opens a part of a file. Rejects before the first byte if the file does not exist. */
  stream(key: string, range: ByteRange): Promise<Readable>
  /** Calls `work` with the path of a local file with the content: the stored file, or a temporary copy. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>
  /** Removes a file if it exists. */
  remove(key: string): Promise<void>
  /** Removes all files whose keys start with the prefix. The prefix has to end with a slash. */
  removeBelow(prefix: string): Promise<void>
  /**
   * Removes files of deleted records with their thumbs, and all older files from the records' folders. Recent files stay, because
   * they can belong to a new record with the same id.
   */
  removeRecords(collectionId: string, records: readonly RecordFiles[]): Promise<void>
}
