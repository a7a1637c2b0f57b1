import type { Issue } from '@coffer/fields'
import type { AuthCollection, Settings } from '@coffer/schema'
import { readToken, signToken, type TokenParameters, type UnverifiedToken } from '../crypto/jwt.ts'
import { findRecord } from '../rows/findRecord.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import type { Admin } from '../rules/Requester.ts'
import type { AuthContext } from './AuthContext.ts'
import { findAdmin } from './admins.ts'

export const invalidToken: Issue = { code: 'validation_invalid_token', message: 'Invalid or expired token.' }

export const otherCollection: Issue = {
  code: 'validation_token_collection_mismatch',
  message: 'The provided token is for different auth collection.',
}

/** Settings keys with the secret and duration of each kind of token. */
type AdminTokenKind = 'adminAuthToken' | 'adminPasswordResetToken' | 'adminFileToken'
type RecordTokenKind =
  | 'recordAuthToken'
  | 'recordVerificationToken'
  | 'recordPasswordResetToken'
  | 'recordEmailChangeToken'
  | 'recordFileToken'

/** Returns the data for signing a token of an admin. A new token key or a new secret in the settings revokes it. */
export const adminTokenParameters = (
  settings: Settings,
  kind: AdminTokenKind,
  admin: Admin,
  claims: { email?: string } = {},
): TokenParameters => ({
  claims: { id: admin.id, type: 'admin', ...claims },
  key: admin.tokenKey + settings[kind].secret,
  seconds: settings[kind].duration,
})

/** Creates a token for an admin. */
export const adminToken = (...parameters: Parameters<typeof adminTokenParameters>): string =>
  signToken(adminTokenParameters(...parameters))

/** The values of an auth record that its tokens contain or are signed with. */
export interface TokenOwner {
  collection: { id: string }
  values: Record<string, unknown>
}

/** Returns the data for signing a token of an auth record. A new token key or a new secret in the settings revokes it. */
export const recordTokenParameters = (
  settings: Settings,
  kind: RecordTokenKind,
  { collection, values }: TokenOwner,
  claims: { email?: string; newEmail?: string } = {},
): TokenParameters => ({
  claims: { id: values.id, type: 'authRecord', collectionId: collection.id, ...claims },
  key: `${values.tokenKey}${settings[kind].secret}`,
  seconds: settings[kind].duration,
})

/** Creates a token for an auth record. */
export const recordToken = (...parameters: Parameters<typeof recordTokenParameters>): string =>
  signToken(recordTokenParameters(...parameters))

/** Verifies a token of a kind and finds its admin. */
export const findAdminByToken = async (
  app: AuthContext,
  token: string | UnverifiedToken,
  kind: AdminTokenKind,
): Promise<Admin | undefined> => {
  const read = typeof token === 'string' ? readToken(token) : token
  if (!read || typeof read.claims.id !== 'string' || read.claims.id === '') return undefined
  const admin = await findAdmin(app.db, read.claims.id)
  const { secret } = (await app.settings())[kind]
  return admin && read.isSignedWith(admin.tokenKey + secret) ? admin : undefined
}

/** Verifies a token of a kind and finds its auth record. */
export const findRecordByToken = async (
  app: AuthContext,
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
