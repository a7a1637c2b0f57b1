import { createHmac } from 'node:crypto'
import { querySharedSql } from './queryDatabase.ts'

export type TokenKind = 'auth' | 'file' | 'passwordReset' | 'verification' | 'emailChange'

const kinds: Record<TokenKind, { admin?: string; record: string; carriesEmail: boolean }> = {
  auth: { admin: 'adminAuthToken', record: 'recordAuthToken', carriesEmail: false },
  file: { admin: 'adminFileToken', record: 'recordFileToken', carriesEmail: false },
  passwordReset: { admin: 'adminPasswordResetToken', record: 'recordPasswordResetToken', carriesEmail: true },
  verification: { record: 'recordVerificationToken', carriesEmail: true },
  emailChange: { record: 'recordEmailChangeToken', carriesEmail: true },
}

export function isTokenKind(text: string): text is TokenKind {
  return Object.hasOwn(kinds, text)
}

interface Account {
  id: string
  email: string
  tokenKey: string
  collectionId: string | undefined
  /** The options of its collection. */
  options: { coffer?: { tokens?: Partial<Record<`${TokenKind}Token`, { secret: string }>> } }
}

function findAccount(dataDir: string, who: string): Account {
  const colon = who.indexOf(':')
  const [collection, name] = colon < 0 ? [who, ''] : [who.slice(0, colon), who.slice(colon + 1)]
  const quoted = `\`${collection}\``
  const [sql, values]: [string, string[]] =
    collection !== 'admin'
      ? [`SELECT id, email, tokenKey FROM ${quoted} WHERE ? IN (email, username, id)`, [name]]
      : name !== ''
        ? ['SELECT id, email, tokenKey FROM _admins WHERE ? IN (email, id)', [name]]
        : ['SELECT id, email, tokenKey FROM _admins ORDER BY created LIMIT 1', []]
  const [row] = querySharedSql(dataDir, sql, values)
  if (row === undefined) throw new Error(`nobody is "${who}"`)
  const [found] =
    collection === 'admin'
      ? []
      : querySharedSql(dataDir, 'SELECT id, CAST(options AS TEXT) FROM _collections WHERE name = ?', [collection])
  const [id, email, tokenKey] = row.map(String) as [string, string, string]
  return { id, email, tokenKey, collectionId: found && String(found[0]), options: found ? JSON.parse(String(found[1])) : {} }
}

/** Returns the collection's own secret, or the one in the settings. */
function storedSecret(dataDir: string, kind: TokenKind, { collectionId, options }: Account): string {
  const own = options.coffer?.tokens?.[`${kind}Token`]?.secret
  if (own) return own
  const isAdmin = collectionId === undefined
  const key = isAdmin ? kinds[kind].admin : kinds[kind].record
  if (key === undefined) throw new Error(`an admin has no ${kind} token`)
  const [row] = querySharedSql(dataDir, "SELECT value FROM _params WHERE key = 'settings'")
  return (JSON.parse(String(row?.[0])) as Record<string, { secret: string }>)[key]?.secret ?? ''
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/**
 * Signs a token with the secrets of a data directory. It does not use the server's code, so that it verifies that code.
 * `who` is `admin` (the first), `admin:EMAIL` or `COLLECTION:NAME` (email, username or id). Claims are added or replaced, except
 * `exp` (seconds from now; an hour by default) and `secret` (signs with another secret).
 */
export function signToken(dataDir: string, kind: TokenKind, who: string, claims: Record<string, string> = {}): string {
  const account = findAccount(dataDir, who)
  const isAdmin = account.collectionId === undefined
  const { exp = '3600', secret = storedSecret(dataDir, kind, account), ...others } = claims
  const payload = {
    ...(isAdmin ? { type: 'admin' } : { type: 'authRecord', collectionId: account.collectionId }),
    id: account.id,
    ...(kinds[kind].carriesEmail && { email: account.email }),
    exp: Math.floor(Date.now() / 1000) + Number(exp),
    ...others,
  }
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`
  return `${signed}.${createHmac('sha256', account.tokenKey + secret)
    .update(signed)
    .digest('base64url')}`
}
