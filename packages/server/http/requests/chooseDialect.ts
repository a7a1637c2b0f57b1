import { systemCollectionIds } from '@coffer/schema'
import { claimsOf, tokenIn } from '../../crypto/jwt.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { ApiDialect } from '../../messages/dialects.ts'
import { findHostDialect, type HostDialects } from './hostDialects.ts'

/** The prefix of a path that asks for the words of PocketBase 0.23 and later: `new PocketBase('https://example.com/today')`. */
export const todayPrefix = '/today'

/** A header that asks for a dialect, for proxies that cannot change paths. */
const dialectHeader = 'x-dialect'

const dialectsByHeader = new Map<string | undefined, ApiDialect>([
  ['today', 'today'],
  ['0.22', 'v022'],
])

/** The dialects by the `type` claim of a token. */
const dialectsByToken = new Map<unknown, ApiDialect>([
  ['auth', 'today'],
  ['file', 'today'],
  ['admin', 'v022'],
  ['authRecord', 'v022'],
])

/** System collections of PocketBase 0.23 and later, which 0.22 does not have, by name and id. */
const todayCollections = new RegExp(`^/api/collections/(?:${[...systemCollectionIds].flat().join('|')})(?:/|$)`, 'i')

/** The fields that SDKs of today request from the sign-in methods. SDKs for 0.22 do not know these names. */
const todayAuthMethods = /[?&]fields=[^&]*\b(?:oauth2|otp|mfa)\b/

function byToken(authorization: string | undefined): ApiDialect | undefined {
  if (!authorization) return undefined
  return dialectsByToken.get(claimsOf(tokenIn(authorization)).type)
}

function byEvidence(url: string): ApiDialect | undefined {
  const query = url.indexOf('?')
  if (todayCollections.test(query === -1 ? url : url.slice(0, query))) return 'today'
  return query !== -1 && /\/auth-methods\/?\?/.test(url) && todayAuthMethods.test(url) ? 'today' : undefined
}

/** Only clients of today may write `Bearer` as they like: for 0.22, another spelling makes a guest. */
function speak(head: RequestHead, dialect: ApiDialect, url = head.url): RequestHead {
  const { headers } = head
  const { authorization = '' } = headers
  if (dialect !== 'today' || !/^Bearer /i.test(authorization)) return { ...head, url, dialect }
  return { ...head, url, dialect, headers: { ...headers, authorization: authorization.slice('Bearer '.length) } }
}

/** A request with the dialect that it is answered in. */
export interface Spoken {
  head: RequestHead
  /** Whether the client asked for the dialect, so that no route of the other one can answer. */
  isExplicit: boolean
}

const noHosts: HostDialects = new Map()

/**
 * Chooses the dialect of a request: what its prefix, header or host asks for, else what its route shows, else the dialect of its
 * token, else the one of the instance. The token is not verified here: forging one gives a client nothing that the prefix does not give.
 */
export function chooseDialect(head: RequestHead, usual: ApiDialect = 'v022', hosts = noHosts): Spoken {
  const { url, headers } = head
  if (url.startsWith(`${todayPrefix}/api/`))
    return { head: speak(head, 'today', url.slice(todayPrefix.length)), isExplicit: true }
  if (!url.startsWith('/api/')) return { head, isExplicit: false }
  const asked = dialectsByHeader.get(headers[dialectHeader]) ?? findHostDialect(hosts, headers.host)
  const dialect = asked ?? byEvidence(url) ?? byToken(headers.authorization) ?? usual
  return { head: speak(head, dialect), isExplicit: asked !== undefined }
}
