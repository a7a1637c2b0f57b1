import { readToken, tokenIn, type UnverifiedToken } from '../crypto/jwt.ts'
import type { Requester } from '../rules/Requester.ts'
import type { AuthContext } from './AuthContext.ts'
import { adminTable } from './admins.ts'
import { findAdminByToken, findRecordByToken } from './tokens.ts'

const guest: Requester = { kind: 'guest' }

const tableOf = (requester: Exclude<Requester, { kind: 'guest' }>): string =>
  requester.kind === 'admin' ? adminTable : requester.collection.name

const identify = async (app: AuthContext, unverified: UnverifiedToken): Promise<Requester> => {
  if (unverified.claims.type === 'admin') {
    const admin = await findAdminByToken(app, unverified, 'adminAuthToken')
    return admin ? { kind: 'admin', admin } : guest
  }
  if (unverified.claims.type === 'authRecord') {
    const found = await findRecordByToken(app, unverified, 'recordAuthToken')
    return found ? { kind: 'authRecord', collection: found.collection, record: found.record } : guest
  }
  return guest
}

/** Finds the requester by the `Authorization` header. A request with an invalid token counts as a guest's. */
export const authenticate = async (app: AuthContext, authorization: string | undefined): Promise<Requester> => {
  if (!authorization) return guest
  const token = tokenIn(authorization)
  const cached = app.requesters.get(token)
  if (cached) {
    app.db.traceRead(tableOf(cached))
    return cached
  }
  const unverified = readToken(token)
  if (!unverified) return guest
  const { type, collectionId, exp } = unverified.claims
  const until = typeof exp === 'number' ? exp * 1000 : undefined
  const store = app.requesters.track([type === 'admin' ? adminTable : String(collectionId)], until)
  const requester = await identify(app, unverified)
  if (requester.kind !== 'guest') store(token, requester)
  return requester
}
