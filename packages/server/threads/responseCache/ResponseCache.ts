import type { StepResult } from '../../api/StepResult.ts'
import type { ApiReply, FileReply, JsonReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { readFileCookie } from '../../messages/headers.ts'
import { VersionedCache } from '../../runtime/cache/VersionedCache.ts'
import type { Versions } from '../../runtime/cache/versions.ts'
import { RecentKeys } from './RecentKeys.ts'

/** A compressed body. */
export type Compressed = Uint8Array<ArrayBuffer>

/** A reply from the cache. */
export interface CachedReply {
  reply: ApiReply
  /** Returns the compressed JSON, which is cached with the reply: only the first call compresses it. */
  compressOnce: (compress: () => Promise<Compressed>) => Promise<Compressed>
}

/** Maximum size of the whole cache. */
const maxCacheBytes = 20 * 1024 * 1024
/** Maximum size of a cached response and its key. */
const maxResponseBytes = 256 * 1024
/** Size of a reply without its JSON. */
const replyBytes = 300

type CacheableReply = JsonReply | FileReply

interface CachedResponse {
  /** Its JSON is bytes since the first request that found it. */
  reply: CacheableReply
  /** Size of the JSON as UTF-8. */
  jsonBytes: number
  /** The compressed JSON, since the first request that accepted it. */
  compressed?: Promise<Compressed>
  /** Size of the compressed JSON; 0 until it is complete. */
  compressedBytes: number
}

type CacheableRequest = Pick<ApiRequest, 'url' | 'headers' | 'dialect'>

const keyOf = (endpoint: number, { url, headers, dialect = 'v022' }: CacheableRequest): string =>
  `${endpoint} ${dialect} ${headers.authorization ?? ''} ${readFileCookie(headers) ?? ''}\n${url}`

const isCacheable = (reply: StepResult): reply is CacheableReply => reply.kind === 'file' || reply.kind === 'json'

/** Returns the size of the JSON in memory: if V8 stores one character of a text in two bytes, it does so with all of them. */
function heldBytes({ reply, jsonBytes }: CachedResponse): number {
  const length = reply.kind === 'json' && typeof reply.json === 'string' ? reply.json.length : jsonBytes
  return jsonBytes > length ? Math.max(jsonBytes, 2 * length) : jsonBytes
}

function bytesOf(reply: CacheableReply): number {
  return reply.kind === 'file' ? 0 : Buffer.byteLength(reply.json)
}

/** Encodes the JSON of a reply. Buffers of Node's pool would hold the memory of others that they are cut from. */
function encoded(reply: CacheableReply): CacheableReply {
  if (reply.kind === 'file' || typeof reply.json !== 'string') return reply
  return { ...reply, json: new TextEncoder().encode(reply.json) }
}

/**
 * Caches responses in the main thread until one of their dependencies changes. Once it is full, a response takes the place of others only
 * when its request comes for the second time: one that does not repeat costs a fifth less, because its text is garbage at once.
 */
export class ResponseCache {
  readonly #responses: VersionedCache<CachedResponse>
  readonly #requested: RecentKeys
  readonly #maxBytes: number

  constructor(versions: Versions, maxBytes = maxCacheBytes) {
    this.#maxBytes = maxBytes
    this.#requested = new RecentKeys(maxBytes)
    this.#responses = new VersionedCache({
      versions,
      maxBytes,
      sizeOf: cached => replyBytes + heldBytes(cached) + cached.compressedBytes,
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
    const reply = encoded(cached.reply)
    if (reply !== cached.reply) {
      cached.reply = reply
      this.#responses.resize(key, cached)
    }
    return {
      reply,
      compressOnce: compress => {
        cached.compressed ??= this.#compress(key, cached, compress).catch((error: unknown) => {
          // The next request tries again.
          delete cached.compressed
          throw error
        })
        return cached.compressed
      },
    }
  }

  /** Caches a response that names its dependencies, unless its request is new and the cache is full. */
  add(endpoint: number, request: CacheableRequest, given: StepResult): void {
    if (!isCacheable(given) || !given.dependencies) return
    const { dependencies, ...reply } = given
    const key = keyOf(endpoint, request)
    const size = replyBytes + key.length + (reply.kind === 'json' ? reply.json.length : 0)
    const isRepeated = this.#requested.add(key, size)
    if (!isRepeated && this.size + size > this.#maxBytes) return
    const jsonBytes = bytesOf(reply)
    if (key.length + jsonBytes > maxResponseBytes) return
    this.#responses.set(key, { reply, jsonBytes, compressedBytes: 0 }, dependencies)
  }

  async #compress(key: string, cached: CachedResponse, compress: () => Promise<Compressed>): Promise<Compressed> {
    const compressed = await compress()
    cached.compressedBytes = compressed.length
    this.#responses.resize(key, cached)
    return compressed
  }
}
