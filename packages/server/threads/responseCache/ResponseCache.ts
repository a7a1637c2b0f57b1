import { VersionedCache } from '../../cache/VersionedCache.ts'
import type { Versions } from '../../cache/versions.ts'
import type { FileReply, JsonReply, ThreadReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { readFileCookie } from '../../messages/headers.ts'
import { longJson } from '../../messages/json.ts'
import type { CachedReply, Compressed } from './CachedReply.ts'

/** Maximum size of the whole cache. */
const maxCacheBytes = 20 * 1024 * 1024
/** Maximum characters of a cached response and its key. */
const maxResponseLength = longJson
/** Size of a reply without its JSON. */
const replyBytes = 300

/** A response that can be cached. Its JSON is a string or parts, not bytes, because it is short. */
type ShortReply = JsonReply<string | readonly string[]> | FileReply

interface CachedResponse {
  reply: ShortReply
  /** The compressed JSON, since the first request that accepted it. */
  compressed?: Promise<Compressed>
  /** Size of the compressed JSON; 0 until it is complete. */
  compressedBytes: number
}

type CacheableRequest = Pick<ApiRequest, 'url' | 'headers'>

const keyOf = (endpoint: number, { url, headers }: CacheableRequest): string =>
  `${endpoint} ${headers.authorization ?? ''} ${readFileCookie(headers) ?? ''}\n${url}`

const isShort = (reply: ThreadReply): reply is ShortReply =>
  reply.kind === 'file' || (reply.kind === 'json' && !(reply.json instanceof Uint8Array))

const lengthOf = (reply: ShortReply): number => {
  if (reply.kind === 'file') return 0
  return typeof reply.json === 'string' ? reply.json.length : reply.json.reduce((sum, { length }) => sum + length, 0)
}

/** Replaces the parts of a response that other responses can contain too. */
const shareParts = (cached: CachedResponse, share: (text: string) => string): CachedResponse => {
  const { reply } = cached
  if (reply.kind === 'file' || typeof reply.json === 'string') return cached
  return { ...cached, reply: { ...reply, json: reply.json.map(share) } }
}

/** Caches responses in the main thread until one of their dependencies changes. */
export class ResponseCache {
  readonly #responses: VersionedCache<CachedResponse>

  constructor(versions: Versions, maxBytes = maxCacheBytes) {
    this.#responses = new VersionedCache({
      versions,
      maxBytes,
      sizeOf: ({ reply, compressedBytes }) => replyBytes + lengthOf(reply) + compressedBytes,
      shareTexts: shareParts,
    })
  }

  /** Size of the cache in bytes, including overhead. */
  get size(): number {
    return this.#responses.bytes
  }

  find(endpoint: number, request: CacheableRequest): CachedReply | undefined {
    const key = keyOf(endpoint, request)
    const cached = this.#responses.get(key)
    if (!cached) return undefined
    return {
      reply: cached.reply,
      compressOnce: compress => {
        cached.compressed ??= this.#compress(key, cached, compress)
        return cached.compressed
      },
    }
  }

  /** Caches a response if it names its dependencies. */
  add(endpoint: number, request: CacheableRequest, given: ThreadReply): void {
    if (!isShort(given) || !given.dependencies) return
    const { dependencies, ...reply } = given
    const key = keyOf(endpoint, request)
    if (key.length + lengthOf(reply) > maxResponseLength) return
    this.#responses.set(key, { reply, compressedBytes: 0 }, dependencies)
  }

  async #compress(key: string, cached: CachedResponse, compress: () => Promise<Compressed>): Promise<Compressed> {
    const compressed = await compress()
    cached.compressedBytes = compressed.length
    this.#responses.resize(key, cached)
    return compressed
  }
}
