import type { Collection } from '@coffer/schema'
import type { PreparedUpload } from '../../files/uploads/storeUploads.ts'
import type { StoredRecord } from '../../rows/StoredRecord.ts'

/** What a body says about an account, before it is judged. */
export interface AuthInput {
  username: string
  email: string
  emailVisibility: boolean
  verified: boolean
  password: string
  passwordConfirm: string
  oldPassword: string
}

/** A record on its way to be stored: the values it would have, and what hangs on them. */
export interface Draft {
  collection: Collection
  /** The record as stored; absent while it is created. */
  stored: StoredRecord | undefined
  id: string
  /** Whether the id was made up here, so that no other record can have it. */
  isIdNew: boolean
  /** Normal values of the schema's fields. */
  values: Record<string, unknown>
  /** Only in auth collections. */
  auth: AuthInput | undefined
  /** New files by field name, in the order in which they are appended. */
  uploads: ReadonlyMap<string, readonly PreparedUpload[]>
  /** Stored file names that the record no longer names. */
  removedFiles: readonly string[]
}
