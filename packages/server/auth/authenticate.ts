import { readToken, tokenIn, type UnverifiedToken } from '../crypto/jwt.ts'
import type { Requester } from '../records/rules/Requester.ts'
import type { AuthContext } from './AuthContext.ts'
import { adminTable } from './admins.ts'
import { superusers } from './superusers.ts'
import { findAdminByToken, findRecordByToken } from './tokens.ts'

const guest: Requester = { kind: 'guest' }

/** Whether a token claims to be an admin's, with the claims of 0.22 or of 0.23 and later. */
const isOfAdmin = ({ claims: { type, collectionId } }: UnverifiedToken): boolean =>
  type === 'admin' || (type === 'auth' && collectionId === superusers.id)

const tableOf = (requester: Exclude<Requester, { kind: 'guest' }>): string =>
  requester.kind === 'admin' ? adminTable : requester.collection.name

async function identify(app: AuthContext, unverified: UnverifiedToken): Promise<Requester> {
  const { type } = unverified.claims
  if (isOfAdmin(unverified)) {
    const admin = await findAdminByToken(app, unverified, 'adminAuthToken')
    return admin ? { kind: 'admin', admin } : guest
  }
  if (type === 'authRecord' || type === 'auth') {
    const found = await findRecordByToken(app, unverified, 'recordAuthToken')
    return found ? { kind: 'authRecord', collection: found.collection, record: found.record } : guest
  }
  return guest
}

/** Finds the requester by the `Authorization` header. A request with an invalid token counts as a guest's. */
export async function authenticate(app: AuthContext, authorization: string | undefined): Promise<Requester> {
  if (!authorization) return guest
  const token = tokenIn(authorization)
  const cached = app.requesters.get(token)
  if (cached) {
    app.db.traceRead(tableOf(cached))
    return cached
  }
  const unverified = readToken(token)
  if (!unverified) return guest
  const { collectionId, exp } = unverified.claims
  const until = typeof exp === 'number' ? exp * 1000 : undefined
  const store = app.requesters.track([isOfAdmin(unverified) ? adminTable : String(collectionId)], until)
  const requester = await identify(app, unverified)
  // The requester was verified with the settings of the snapshot, but `store` knows the versions of now.
  if (requester.kind !== 'guest' && app.isCurrent()) store(token, requester)
  return requester
}
