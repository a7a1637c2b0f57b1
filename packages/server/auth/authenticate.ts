import type { App } from '../threads/App.ts'
import { readToken } from './jwt.ts'
import type { Requester } from './Requester.ts'
import { adminOfToken, recordOfToken } from './tokens.ts'

const guest: Requester = { kind: 'guest' }

/** Says who makes a request from its `Authorization` header; whatever is wrong with a token, its bearer is a guest. */
export const authenticate = async (app: App, authorization: string | undefined): Promise<Requester> => {
  if (!authorization) return guest
  const token = authorization.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : authorization
  const read = readToken(token)
  if (read?.claims.type === 'admin') {
    const admin = await adminOfToken(app, read, 'adminAuthToken')
    return admin ? { kind: 'admin', admin } : guest
  }
  if (read?.claims.type === 'authRecord') {
    const found = await recordOfToken(app, read, 'recordAuthToken')
    return found ? { kind: 'authRecord', collection: found.collection, record: found.record } : guest
  }
  return guest
}
