import type { AuthCollection } from '@coffer/schema'
import type { LoggedRequester } from '../../messages/ApiReply.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'

/** A row of `_admins`. */
export interface Admin {
  id: string
  created: string
  updated: string
  avatar: number
  email: string
  tokenKey: string
  passwordHash: string
  lastResetSentAt: string
}

/** The authenticated sender of a request. A request without a valid token comes from a guest. */
export type Requester =
  | { kind: 'guest' }
  | { kind: 'admin'; admin: Admin }
  | { kind: 'authRecord'; collection: AuthCollection; record: StoredRecord }

/** The admin that code of the server acts as. It is not stored, and nobody can sign in as it. */
export const serverAdmin: Admin = {
  id: '',
  created: '',
  updated: '',
  avatar: 0,
  email: '',
  tokenKey: '',
  passwordHash: '',
  lastResetSentAt: '',
}

/**
 * Returns a requester as the log of requests names it.
 * @param loggedAs the kind that the log shows, where it may differ from the requester
 */
export function loggedRequesterOf(requester: Requester, loggedAs: Requester['kind'] = requester.kind): LoggedRequester {
  const isRecord = loggedAs === 'authRecord' && requester.kind === 'authRecord'
  return { kind: loggedAs, ...(isRecord && { collection: requester.collection.name }) }
}
