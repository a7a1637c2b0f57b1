import type { AuthCollection, Settings } from '@coffer/schema'
import { findRecord } from '../records/stored/findRecord.ts'
import type { StoredRecord } from '../records/stored/StoredRecord.ts'
import type { App } from '../threads/App.ts'
import type { Admin } from './Admin.ts'
import { findAdmin } from './admins.ts'
import { readToken, signToken, type UnverifiedToken } from './jwt.ts'

/** The settings group that holds a kind of token's secret and duration. */
type AdminTokenKind = 'adminAuthToken' | 'adminPasswordResetToken' | 'adminFileToken'
type RecordTokenKind =
  | 'recordAuthToken'
  | 'recordVerificationToken'
  | 'recordPasswordResetToken'
  | 'recordEmailChangeToken'
  | 'recordFileToken'

/** Makes a token of an admin; it dies with the admin's token key, the kind's secret, or its time. */
export const adminToken = (settings: Settings, kind: AdminTokenKind, admin: Admin, claims: { email?: string } = {}): string =>
  signToken({ id: admin.id, type: 'admin', ...claims }, admin.tokenKey + settings[kind].secret, settings[kind].duration)

/** What a token of an auth record says of it, and the key that it is signed with. */
export interface TokenOwner {
  collection: { id: string }
  values: Record<string, unknown>
}

/** Makes a token of an auth record. */
export const recordToken = (
  settings: Settings,
  kind: RecordTokenKind,
  { collection, values }: TokenOwner,
  claims: { email?: string; newEmail?: string } = {},
): string =>
  signToken(
    { id: values.id, type: 'authRecord', collectionId: collection.id, ...claims },
    `${values.tokenKey}${settings[kind].secret}`,
    settings[kind].duration,
  )

/** The admin whose valid token of this kind it is. */
export const adminOfToken = async (
  app: App,
  token: string | UnverifiedToken,
  kind: AdminTokenKind,
): Promise<Admin | undefined> => {
  const read = typeof token === 'string' ? readToken(token) : token
  if (!read || typeof read.claims.id !== 'string' || read.claims.id === '') return undefined
  const admin = await findAdmin(app.db, read.claims.id)
  const { secret } = (await app.settings())[kind]
  return admin && read.isSignedWith(admin.tokenKey + secret) ? admin : undefined
}

/** The auth record whose valid token of this kind it is, with its collection and the token's claims. */
export const recordOfToken = async (
  app: App,
  token: string | UnverifiedToken,
  kind: RecordTokenKind,
): Promise<{ collection: AuthCollection; record: StoredRecord; claims: Record<string, unknown> } | undefined> => {
  const read = typeof token === 'string' ? readToken(token) : token
  if (!read) return undefined
  const { id, collectionId } = read.claims
  if (typeof id !== 'string' || id === '' || typeof collectionId !== 'string') return undefined
  const collection = (await app.catalog()).byId(collectionId)
  if (collection?.type !== 'auth') return undefined
  const record = await findRecord(app.db, collection, id)
  const { secret } = (await app.settings())[kind]
  return record && read.isSignedWith(`${record.values.tokenKey}${secret}`)
    ? { collection, record, claims: read.claims }
    : undefined
}
