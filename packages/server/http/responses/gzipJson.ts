import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { JsonText } from '../../messages/json.ts'
import { limitPoolTasks, Semaphore } from '../../runtime/Semaphore.ts'
import type { CachedReply, Compressed } from '../../threads/responseCache/ResponseCache.ts'
import { acceptsEncoding } from './headers.ts'

const gzipped = promisify(gzip)

/** Shorter responses fit into one or two packets without compression. */
const minCompressedBytes = 2048

const maxCompressions = limitPoolTasks(availableParallelism())

/**
 * Limits how many responses are compressed at once. More than there are processors gain nothing, and the sync of a commit, which uses
 * a thread of the same pool, would wait behind all of them.
 */
const compressing = new Semaphore({ maxConcurrent: maxCompressions })
/** Leaves one of these places to shorter responses, which would otherwise wait until long ones, such as exports, are compressed. */
const compressingLong = new Semaphore({ maxConcurrent: Math.max(1, maxCompressions - 1) })
/** Length from which a response is long: compressing it takes some 10 ms. */
const minLongLength = 1024 * 1024

/** Whether compression gains nothing. A cached response is bytes, and a text must not have another result. */
function isShort(json: JsonText): boolean {
  return json.length < minCompressedBytes && (typeof json !== 'string' || Buffer.byteLength(json) < minCompressedBytes)
}

/** Of a reply that is not cached. */
const compressNow: CachedReply['compressOnce'] = compress => compress()

/**
 * Compresses the JSON of a response with gzip if the client accepts it: lists shrink to a fifth. The work runs outside the event loop.
 * Only responses to GET requests are compressed: if a response contains both a secret and input of an attacker, its compressed size
 * can reveal the secret.
 */
export function gzipJson(
  { method, headers }: Pick<RequestHead, 'method' | 'headers'>,
  json: JsonText,
  compressOnce = compressNow,
): Promise<Compressed> | undefined {
  if (method !== 'GET' || isShort(json) || !acceptsEncoding(headers['accept-encoding'], 'gzip')) return undefined
  // The lowest level takes half the time of the default level and saves nearly as many bytes.
  const compress = () => compressing.run(() => gzipped(json, { level: 1 }))
  return compressOnce(() => (json.length < minLongLength ? compress() : compressingLong.run(compress)))
}
