import type { Readable } from 'node:stream'
import type { RecordFiles } from '../../messages/Effect.ts'

/** The type of a file of which nothing is known. */
export const unknownType = 'application/octet-stream'

/** Milliseconds for which files that no deleted record names are spared. */
export const sparedFor = 10 * 60_000

/** What is known of a stored file without reading it. */
export interface StoredFile {
  /** Bytes. */
  size: number
  modified: Date
  /** As found in the content when it was stored; `application/octet-stream` when nothing is known. */
  contentType: string
}

/** What a file is stored with. */
export interface FileAttributes {
  contentType: string
  /** The name that the client gave; thumbs have none. */
  originalName?: string
  /** The digest of the content in base64, where it is known. */
  md5?: string
}

/** Inclusive positions of bytes. */
export interface ByteRange {
  start: number
  end: number
}

/** A stored file with its key. */
export interface ListedFile {
  key: string
  /** Bytes. */
  size: number
  modified: Date
}

/** Where files are kept. Keys of those of records are `<collection id>/<record id>/<stored name>`, those of backups their names. */
export interface Storage {
  /** The files that lie in no folder, in the order of their keys. */
  list(): Promise<ListedFile[]>
  /** Stores a local file, which stays where it is. An older file with the same key is replaced. */
  put(key: string, source: string, attributes: FileAttributes): Promise<void>
  /** Stores bytes. */
  putBytes(key: string, bytes: Uint8Array, attributes: FileAttributes): Promise<void>
  find(key: string): Promise<StoredFile | undefined>
  read(key: string): Promise<Uint8Array>
  /** Opens a part of a file. Rejects when it is not there, so that nothing has been sent yet. */
  stream(key: string, range: ByteRange): Promise<Readable>
  /** Gives work a local file with the content: the stored one, or a copy that lasts as long as the work. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>
  /** Removes a file; one that is not there is no error. */
  remove(key: string): Promise<void>
  /** Removes all files whose keys begin with the prefix, which ends with a slash. */
  removeBelow(prefix: string): Promise<void>
  /**
   * Removes files of records, with their thumbs, and whatever else has been in their folders for a while. What came lately stays:
   * it may belong to a new record with the same id.
   */
  removeRecords(collectionId: string, records: readonly RecordFiles[]): Promise<void>
}
