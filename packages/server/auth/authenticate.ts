import { readToken, tokenIn, type UnverifiedToken } from '../crypto/jwt.ts'
import type { Requester } from '../rules/Requester.ts'
import type { AuthContext } from './AuthContext.ts'
import { adminTable } from './admins.ts'
import { adminOfToken, recordOfToken } from './tokens.ts'

const guest: Requester = { kind: 'guest' }

const tableOf = (requester: Exclude<Requester, { kind: 'guest' }>): string =>
  requester.kind === 'admin' ? adminTable : requester.collection.name

const identify = async (app: AuthContext, read: UnverifiedToken): Promise<Requester> => {
  if (read.claims.type === 'admin') {
    const admin = await adminOfToken(app, read, 'adminAuthToken')
    return admin ? { kind: 'admin', admin } : guest
  }
  if (read.claims.type === 'authRecord') {
    const found = await recordOfToken(app, read, 'recordAuthToken')
    return found ? { kind: 'authRecord', collection: found.collection, record: found.record } : guest
  }
  return guest
}

/** Says who makes a request from its `Authorization` header; whatever is wrong with a token, its bearer is a guest. */
export const authenticate = async (app: AuthContext, authorization: string | undefined): Promise<Requester> => {
  if (!authorization) return guest
  const token = tokenIn(authorization)
  const known = app.requesters.find(token)
  if (known) {
    app.db.traceRead(tableOf(known))
    return known
  }
  const read = readToken(token)
  if (!read) return guest
  const { type, collectionId, exp } = read.claims
  const stamp = app.versions.stampOf([type === 'admin' ? adminTable : String(collectionId)])
  const requester = await identify(app, read)
  const until = typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY
  if (requester.kind !== 'guest') app.requesters.keep(token, { requester, stamp, until })
  return requester
}
