import type { App } from '../threads/App.ts'
import { readToken } from './jwt.ts'
import type { Requester } from './Requester.ts'
import { adminOfToken, recordOfToken } from './tokens.ts'

const guest: Requester = { kind: 'guest' }

/** Says who makes a request from its `Authorization` header; whatever is wrong with a token, its bearer is a guest. */
export const authenticate = async (app: App, authorization: string | undefined): Promise<Requester> => {
  if (!authorization) return guest
  const token = authorization.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : authorization
  const type = readToken(token)?.claims.type
  if (type === 'admin') {
    const admin = await adminOfToken(app, token, 'adminAuthToken')
    return admin ? { kind: 'admin', admin } : guest
  }
  if (type === 'authRecord') {
    const found = await recordOfToken(app, token, 'recordAuthToken')
    return found ? { kind: 'authRecord', collection: found.collection, record: found.record } : guest
  }
  return guest
}
