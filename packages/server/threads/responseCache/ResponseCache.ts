import { LRUCache } from 'lru-cache'
import { isShareable, StringPool } from '../../cache/StringPool.ts'
import type { Versions } from '../../cache/versions.ts'
import type { FileReply, JsonReply, ThreadReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { CacheDependencies } from '../../messages/CacheDependencies.ts'
import { readFileCookie } from '../../messages/headers.ts'
import { longJson } from '../../messages/json.ts'

/** Maximum size in characters of a cached response, and of the whole cache. */
const maxResponseLength = longJson
const maxCacheLength = 20 * 1024 * 1024
/** Size of an entry in addition to its text and its key, in characters. */
const entryOverhead = 600

interface CachedResponse extends CacheDependencies {
  reply: ShortReply
}

type CacheableRequest = Pick<ApiRequest, 'url' | 'headers'>

const keyOf = (endpoint: number, { url, headers }: CacheableRequest): string =>
  `${endpoint} ${headers.authorization ?? ''} ${readFileCookie(headers) ?? ''}\n${url}`

/** A response that can be cached. Its JSON is a string or parts, not bytes, because it is short. */
type ShortReply = JsonReply<string | readonly string[]> | FileReply

const isShort = (reply: ThreadReply): reply is ShortReply =>
  reply.kind === 'file' || (reply.kind === 'json' && !(reply.json instanceof Uint8Array))

const partsOf = (reply: ShortReply): readonly string[] => {
  if (reply.kind === 'file') return []
  return typeof reply.json === 'string' ? [reply.json] : reply.json
}

const lengthOf = (parts: readonly string[]): number => parts.reduce((sum, { length }) => sum + length, 0)

/** Returns the parts of a response that other responses can contain too. */
const shareable = (reply: ShortReply): readonly string[] =>
  reply.kind === 'json' && typeof reply.json === 'object' ? reply.json.filter(isShareable) : []

/**
 * Caches responses in the main thread until one of their dependencies changes: the collections whose records were read, the rules,
 * or the settings. A change increments a version counter before it is acknowledged, so a cached response is never older than the
 * last acknowledged change.
 */
export class ResponseCache {
  readonly #versions: Versions
  readonly #maxLength: number
  readonly #texts = new StringPool()
  readonly #responses: LRUCache<string, CachedResponse>

  constructor(versions: Versions, maxLength = maxCacheLength) {
    this.#versions = versions
    this.#maxLength = maxLength
    this.#responses = new LRUCache<string, CachedResponse>({
      maxSize: maxLength,
      sizeCalculation: ({ reply }, key) => entryOverhead + key.length + lengthOf(partsOf(reply)) - lengthOf(shareable(reply)),
      dispose: ({ reply }) => {
        for (const text of shareable(reply)) this.#texts.release(text)
      },
    })
  }

  /** Size of the cache in characters, including overhead. */
  get size(): number {
    return this.#responses.calculatedSize + this.#texts.size
  }

  find(endpoint: number, request: CacheableRequest): ShortReply | undefined {
    const key = keyOf(endpoint, request)
    const cached = this.#responses.get(key)
    if (!cached) return undefined
    if (this.#versions.isCurrent(cached.stamp) && Date.now() < cached.until) return cached.reply
    this.#responses.delete(key)
    return undefined
  }

  /** Caches a response if it names its dependencies. */
  add(endpoint: number, request: CacheableRequest, given: ThreadReply): void {
    if (!isShort(given) || !given.dependencies) return
    const { dependencies, ...reply } = given
    const key = keyOf(endpoint, request)
    if (key.length + lengthOf(partsOf(reply)) > maxResponseLength) return
    this.#responses.set(key, { ...dependencies, reply: this.#share(reply) })
    while (this.size > this.#maxLength) this.#responses.pop()
  }

  #share(reply: ShortReply): ShortReply {
    if (reply.kind === 'file' || typeof reply.json !== 'object') return reply
    return { ...reply, json: reply.json.map(text => (isShareable(text) ? this.#texts.hold(text) : text)) }
  }
}
