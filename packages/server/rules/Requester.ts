import type { AuthCollection } from '@coffer/schema'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import type { Admin } from './Admin.ts'

/** The authenticated sender of a request. A request without a valid token comes from a guest. */
export type Requester =
  | { kind: 'guest' }
  | { kind: 'admin'; admin: Admin }
  | { kind: 'authRecord'; collection: AuthCollection; record: StoredRecord }
