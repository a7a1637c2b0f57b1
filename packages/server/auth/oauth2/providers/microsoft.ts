import * as v from 'valibot'
import { defineProvider, type UserSource } from '../Provider.ts'
import { looseFlag, part, text } from '../replyParts.ts'

/** Tenants that accept accounts of any organization, and the tenant of personal accounts. */
const sharedTenants = ['common', 'organizations', 'consumers', '9188040d-6c67-4c5b-b112-36a304b66dad']

/** Returns the tenant id or domain in a Microsoft URL; undefined for a shared tenant and for other paths. */
function fixedTenant(address: string): string | undefined {
  const tenant = URL.parse(address)?.pathname.split('/')[1]?.toLowerCase() ?? ''
  const isTenant = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(tenant) || /^[\w-]+(\.[\w-]+)+$/.test(tenant)
  return isTenant && !sharedTenants.includes(tenant) ? tenant : undefined
}

/** Returns whether both URLs name the same tenant. Only the token URL is proof, because users can change the authorization URL. */
function hasFixedTenant({ authUrl, tokenUrl }: UserSource): boolean {
  const tenant = fixedTenant(tokenUrl)
  return tenant !== undefined && tenant === fixedTenant(authUrl)
}

const claims = { email: text, email_verified: looseFlag, xms_edov: looseFlag }

type Claims = v.InferOutput<v.ObjectSchema<typeof claims, undefined>>

/**
 * Parses the claims of an ID token. Its signature is not verified, because the token was received directly from the token URL (OpenID
 * Connect Core, 3.1.3.7).
 */
async function identityClaims({ token, clientId }: UserSource): Promise<Claims> {
  if (typeof token.id_token !== 'string') return v.parse(part(claims), {})
  const { decodeJwt } = await import('jose')
  const payload = decodeJwt(token.id_token)
  return v.parse(part(claims), payload.aud === clientId ? payload : {})
}

const isVerified = (mail: string, { email, email_verified, xms_edov }: Claims): boolean =>
  (email_verified || xms_edov) && email.toLowerCase() === mail.toLowerCase()

export const microsoft = defineProvider({
  name: 'microsoft',
  displayName: 'Microsoft',
  authUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
  tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  userApiUrl: 'https://graph.microsoft.com/v1.0/me',
  scopes: ['User.Read'],
  pkce: true,
  // The admin of any tenant can set `mail` to any address.
  verifiesEmails: false,
  reply: v.object({ ...claims, id: text, displayName: text, mail: text }),
  toUser: async ({ id, displayName, mail, ...replied }, source) => ({
    id,
    name: displayName,
    email: mail,
    isEmailVerified: hasFixedTenant(source) || isVerified(mail, replied) || isVerified(mail, await identityClaims(source)),
  }),
})
