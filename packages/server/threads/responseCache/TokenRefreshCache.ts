import { LRUCache } from 'lru-cache'
import type { Stamp, Versions } from '../../cache/versions.ts'
import { type Claims, readToken, signToken, type TokenParameters, tokenIn } from '../../crypto/jwt.ts'
import type { JsonReply, ThreadReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { jsonOf } from '../../messages/json.ts'

/** Maximum size of all cached responses in characters. */
const maxCacheLength = 4 * 1024 * 1024
/** Size of an entry in addition to its text and its key, in characters. */
const entryOverhead = 1000
/** Maximum size in characters of all cached requests whose token has been verified. */
const maxVerifiedLength = 2 * 1024 * 1024

interface CachedResponse {
  reply: JsonReply
  /** The JSON before and after the token. */
  before: string
  after: string
  parameters: TokenParameters
  stamp: Stamp
}

/** A request whose token has been verified. */
interface VerifiedRequest {
  /** Key of the cached response. */
  key: string
  /** The key that signed the token. */
  tokenKey: string
  /** Expiry of the token, in milliseconds since 1970. */
  until: number
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
  readonly #versions: Versions
  readonly #responses = new LRUCache<string, CachedResponse>({
    maxSize: maxCacheLength,
    sizeCalculation: ({ before, after }, key) => entryOverhead + key.length + before.length + after.length,
  })

  readonly #verified = new LRUCache<string, VerifiedRequest>({
    maxSize: maxVerifiedLength,
    sizeCalculation: ({ key }, requestKey) => entryOverhead + requestKey.length + key.length,
  })

  constructor(versions: Versions) {
    this.#versions = versions
  }

  find(endpoint: number, { url, headers }: CacheableRequest): JsonReply | undefined {
    const { authorization } = headers
    if (authorization === undefined) return undefined
    const requestKey = `${endpoint} ${authorization}\n${url}`
    const cached = this.#findVerified(requestKey) ?? this.#verify(endpoint, url, authorization, requestKey)
    return cached && { ...cached.reply, json: `${cached.before}${signToken(cached.parameters)}${cached.after}` }
  }

  /** Finds the response to a request that was verified before, if its token and the response are still valid. */
  #findVerified(requestKey: string): CachedResponse | undefined {
    const verified = this.#verified.get(requestKey)
    if (!verified) return undefined
    const cached = this.#findCurrent(verified.key)
    if (cached?.parameters.key === verified.tokenKey && Date.now() < verified.until) return cached
    this.#verified.delete(requestKey)
    return undefined
  }

  /** Verifies the token and finds the response for its auth record. */
  #verify(endpoint: number, url: string, authorization: string, requestKey: string): CachedResponse | undefined {
    const token = readToken(tokenIn(authorization))
    if (!token) return undefined
    const key = keyOf(endpoint, url, token.claims)
    const cached = this.#findCurrent(key)
    if (!cached || !token.isSignedWith(cached.parameters.key)) return undefined
    const { exp } = token.claims
    const until = typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY
    this.#verified.set(requestKey, { key, tokenKey: cached.parameters.key, until })
    return cached
  }

  #findCurrent(key: string): CachedResponse | undefined {
    const cached = this.#responses.get(key)
    if (!cached || this.#versions.isCurrent(cached.stamp)) return cached
    this.#responses.delete(key)
    return undefined
  }

  /** Caches a response if it names its dependencies and contains its token exactly once. */
  add(endpoint: number, { url, headers }: CacheableRequest, given: ThreadReply): void {
    if (given.kind !== 'json' || !given.dependencies || !given.refreshedToken) return
    const { dependencies, refreshedToken, ...reply } = given
    const { parameters, token } = refreshedToken
    const [before, after, ...more] = jsonOf(reply.json).split(token)
    const requestToken = readToken(tokenIn(headers.authorization ?? ''))
    if (!requestToken || before === undefined || after === undefined || more.length > 0) return
    const key = keyOf(endpoint, url, requestToken.claims)
    this.#responses.set(key, { reply, before, after, parameters, stamp: dependencies.stamp })
  }
}
