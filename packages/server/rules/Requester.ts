import type { AuthCollection } from '@coffer/schema'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import type { Admin } from './Admin.ts'

/** Who makes a request. A missing, malformed, expired or stale token is a guest. */
export type Requester =
  | { kind: 'guest' }
  | { kind: 'admin'; admin: Admin }
  | { kind: 'authRecord'; collection: AuthCollection; record: StoredRecord }
