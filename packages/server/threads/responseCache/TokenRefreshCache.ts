import { VersionedCache } from '../../cache/VersionedCache.ts'
import type { Stamp, Versions } from '../../cache/versions.ts'
import { type Claims, readToken, signToken, type TokenParameters, tokenIn } from '../../crypto/jwt.ts'
import type { JsonReply, ThreadReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { jsonOf } from '../../messages/json.ts'

/** Maximum size of all cached responses. */
const maxResponseBytes = 4 * 1024 * 1024
/** Maximum size of all cached requests whose token has been verified. */
const maxVerifiedBytes = 2 * 1024 * 1024
/** Size of a reply without its JSON. */
const replyBytes = 700

interface CachedResponse {
  reply: JsonReply
  /** The JSON before and after the token. */
  before: string
  after: string
  parameters: TokenParameters
  stamp: Stamp
}

type CacheableRequest = Pick<ApiRequest, 'url' | 'headers'>

/** Returns the cache key: the endpoint, the URL and the auth record. All tokens of an auth record share an entry. */
const keyOf = (endpoint: number, url: string, { type, collectionId, id }: Claims): string =>
  JSON.stringify([endpoint, url, type, collectionId, id])

/**
 * Caches responses that contain a new token, until one of their dependencies changes. Entries belong to an auth record: for every
 * request with a valid token of that record, the main thread signs a new token and inserts it into the cached response.
 */
export class TokenRefreshCache {
  readonly #responses: VersionedCache<CachedResponse>
  /**
   * The key of the response to each request whose token has been verified. It has the stamp of the response, because the key that
   * signs tokens belongs to the auth record.
   */
  readonly #verified: VersionedCache<string>

  constructor(versions: Versions) {
    this.#responses = new VersionedCache({
      versions,
      maxBytes: maxResponseBytes,
      sizeOf: ({ before, after }) => replyBytes + before.length + after.length,
    })
    this.#verified = new VersionedCache({ versions, maxBytes: maxVerifiedBytes, sizeOf: key => key.length })
  }

  find(endpoint: number, { url, headers }: CacheableRequest): JsonReply | undefined {
    const { authorization } = headers
    if (authorization === undefined) return undefined
    const requestKey = `${endpoint} ${authorization}\n${url}`
    const key = this.#verified.get(requestKey)
    const cached = key === undefined ? this.#verify(endpoint, url, authorization, requestKey) : this.#responses.get(key)
    return cached && { ...cached.reply, json: `${cached.before}${signToken(cached.parameters)}${cached.after}` }
  }

  /** Verifies the token and finds the response for its auth record. */
  #verify(endpoint: number, url: string, authorization: string, requestKey: string): CachedResponse | undefined {
    const token = readToken(tokenIn(authorization))
    if (!token) return undefined
    const key = keyOf(endpoint, url, token.claims)
    const cached = this.#responses.get(key)
    if (!cached || !token.isSignedWith(cached.parameters.key)) return undefined
    const { exp } = token.claims
    this.#verified.set(requestKey, key, { stamp: cached.stamp, ...(typeof exp === 'number' && { until: exp * 1000 }) })
    return cached
  }

  /** Caches a response if it names its dependencies and contains its token exactly once. */
  add(endpoint: number, { url, headers }: CacheableRequest, given: ThreadReply): void {
    if (given.kind !== 'json' || !given.dependencies || !given.refreshedToken) return
    const { dependencies, refreshedToken, ...reply } = given
    const { stamp } = dependencies
    const { parameters, token } = refreshedToken
    const [before, after, ...more] = jsonOf(reply.json).split(token)
    const requestToken = readToken(tokenIn(headers.authorization ?? ''))
    if (!requestToken || before === undefined || after === undefined || more.length > 0) return
    const key = keyOf(endpoint, url, requestToken.claims)
    // The response depends on the auth record of the token, not on the token itself, so it does not expire with it.
    this.#responses.set(key, { reply, before, after, parameters, stamp }, { stamp })
  }
}
