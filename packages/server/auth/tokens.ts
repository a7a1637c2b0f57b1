import type { Issue } from '@coffer/fields'
import { type AuthCollection, type Collection, type RecordTokenKind, type Settings, tokenOf } from '@coffer/schema'
import { claimsOf, readToken, signToken, type UnverifiedToken } from '../crypto/jwt.ts'
import type { Reader } from '../db/engine.ts'
import type { ApiDialect } from '../messages/dialects.ts'
import { findRecord } from '../records/rows/findRecord.ts'
import type { StoredRecord } from '../records/rows/StoredRecord.ts'
import type { Admin } from '../records/rules/Requester.ts'
import type { AuthContext } from './AuthContext.ts'
import { findAdmin } from './admins.ts'
import { superusers } from './superusers.ts'

export const invalidToken: Issue = { code: 'validation_invalid_token', message: 'Invalid or expired token.' }

export const otherCollection: Issue = {
  code: 'validation_token_collection_mismatch',
  message: 'The provided token is for different auth collection.',
}

/** Settings keys with the secret and duration of each kind of token. */
type AdminTokenKind = 'adminAuthToken' | 'adminPasswordResetToken' | 'adminFileToken'

/** The `type` claim of tokens that clients of PocketBase 0.23 and later read. Links in mails are the same for all clients. */
const typesOfToday: Readonly<Partial<Record<AdminTokenKind | RecordTokenKind, 'auth' | 'file'>>> = {
  adminAuthToken: 'auth',
  recordAuthToken: 'auth',
  adminFileToken: 'file',
  recordFileToken: 'file',
}

interface TokenStyle {
  dialect?: ApiDialect | undefined
  /** The lifetime, instead of the usual one. Such a token cannot be exchanged for a new one. */
  seconds?: number | undefined
}

const refreshable = (type: string, { seconds }: Pick<TokenStyle, 'seconds'>) =>
  type === 'auth' ? { refreshable: seconds === undefined } : {}

/**
 * Whether a refresh returns a token as it is: the token of an impersonation, which cannot be renewed, or a token of PocketBase 0.23 to
 * 0.28, which does not say whether it can be. The tokens of 0.22, whose types are others, are always refreshed.
 */
export function isFinalToken(token: string): boolean {
  const { type, refreshable: isRefreshable } = claimsOf(token)
  return isRefreshable === false || (type === 'auth' && isRefreshable !== true)
}

/** Creates a token for an admin. A new token key or a new secret in the settings revokes it. */
export function adminToken(
  settings: Settings,
  kind: AdminTokenKind,
  admin: Admin,
  { email, dialect, ...lifetime }: { email?: string } & TokenStyle = {},
): string {
  const type = dialect === 'today' ? typesOfToday[kind] : undefined
  return signToken({
    claims: type
      ? { id: admin.id, type, collectionId: superusers.id, ...refreshable(type, lifetime) }
      : { id: admin.id, type: 'admin', ...(email !== undefined && { email }) },
    key: admin.tokenKey + settings[kind].secret,
    seconds: lifetime.seconds ?? settings[kind].duration,
  })
}

/** The values of an auth record that its tokens contain or are signed with. */
export interface TokenOwner {
  /** Its options can have a secret and a lifetime of its own. */
  collection: Pick<Collection, 'id' | 'options'>
  values: Record<string, unknown>
}

/** Creates a token for an auth record. A new token key, or a new secret of its collection or in the settings, revokes it. */
export function recordToken(
  settings: Settings,
  kind: RecordTokenKind,
  { collection, values }: TokenOwner,
  { dialect, seconds, ...claims }: { email?: string; newEmail?: string } & TokenStyle = {},
): string {
  const type = (dialect === 'today' && typesOfToday[kind]) || 'authRecord'
  const { secret, duration } = tokenOf(collection, kind, settings)
  return signToken({
    claims: { id: values.id, type, collectionId: collection.id, ...claims, ...refreshable(type, { seconds }) },
    key: `${values.tokenKey}${secret}`,
    seconds: seconds ?? duration,
  })
}

/** What the verification of a token reads. In a transaction, it reads what that has changed. */
export interface TokenContext extends Pick<AuthContext, 'catalog' | 'settings'> {
  db: Reader
}

/** Verifies a token of a kind and finds its admin. */
export async function findAdminByToken(
  app: TokenContext,
  token: string | UnverifiedToken,
  kind: AdminTokenKind,
): Promise<Admin | undefined> {
  const read = typeof token === 'string' ? readToken(token) : token
  if (!read || typeof read.claims.id !== 'string' || read.claims.id === '') return undefined
  const admin = await findAdmin(app.db, read.claims.id)
  const { secret } = app.settings[kind]
  return admin && read.isSignedWith(admin.tokenKey + secret) ? admin : undefined
}

/** Verifies a token of a kind and finds its auth record. */
export async function findRecordByToken(
  app: TokenContext,
  token: string | UnverifiedToken,
  kind: RecordTokenKind,
): Promise<{ collection: AuthCollection; record: StoredRecord; claims: Record<string, unknown> } | undefined> {
  const read = typeof token === 'string' ? readToken(token) : token
  if (!read) return undefined
  const { id, collectionId } = read.claims
  if (typeof id !== 'string' || id === '' || typeof collectionId !== 'string') return undefined
  const collection = app.catalog.byId(collectionId)
  if (collection?.type !== 'auth') return undefined
  const record = await findRecord(app.db, collection, id)
  const { secret } = tokenOf(collection, kind, app.settings)
  return record && read.isSignedWith(`${record.values.tokenKey}${secret}`)
    ? { collection, record, claims: read.claims }
    : undefined
}
