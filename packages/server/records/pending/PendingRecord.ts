import type { Collection } from '@coffer/schema'
import type { PreparedUpload } from '../../files/uploads/storeUploads.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import type { Passwords } from './passwords.ts'

/** The submitted columns of an auth record, before validation. */
export interface AuthInput {
  username: string
  email: string
  emailVisibility: boolean
  verified: boolean
  password: string
  passwordConfirm: string
  oldPassword: string
}

/** A record to be validated and stored: the values it would have, and the files that change with it. */
export interface PendingRecord {
  collection: Collection
  /** The record as stored; undefined while it is created. */
  stored: StoredRecord | undefined
  id: string
  /** Whether the server generated the id, so that no other record can have it. */
  isIdNew: boolean
  /** See `RecordInput.isNewer`. */
  isNewer?: boolean | undefined
  /** Normalized values of the schema's fields. Fields of passwords and dates that the server sets have their stored values. */
  values: Record<string, unknown>
  passwords: Passwords
  /** Only in auth collections. */
  auth: AuthInput | undefined
  /** New files by field name, in the order in which they are appended. */
  uploads: ReadonlyMap<string, readonly PreparedUpload[]>
  /** Names of stored files that the record no longer refers to. */
  removedFiles: readonly string[]
}
