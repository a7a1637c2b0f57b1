import type { EmptyReply, JsonReply } from '../../messages/ApiReply.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { HttpResponse, ResponseMemory } from '../../messages/HttpResponse.ts'
import type { CachedReply, Compressed } from '../../threads/responseCache/ResponseCache.ts'
import type { AllowOrigin } from './cors.ts'
import { gzipJson } from './gzipJson.ts'
import { commonHeaders, jsonHeaders } from './headers.ts'

interface Extras {
  /** The memory that is counted for a long reply. */
  memory?: ResponseMemory | undefined
  /** Of a cached reply. */
  compressOnce?: CachedReply['compressOnce'] | undefined
}

/** Waits for the compressed body, which takes less memory. */
async function withCompressed(response: HttpResponse, compressed: Promise<Compressed>): Promise<HttpResponse> {
  const { memory } = response
  try {
    const body = await compressed
    memory?.shrink(body.length)
    return { ...response, body }
  } catch (error) {
    memory?.release()
    throw error
  }
}

/** Converts the reply of a handler to an HTTP response with a JSON body or none. */
export function toHttpResponse(
  { allowOrigin }: { allowOrigin: AllowOrigin },
  head: RequestHead,
  reply: JsonReply | EmptyReply,
  { memory, compressOnce }: Extras = {},
): HttpResponse | Promise<HttpResponse> {
  const { origin } = head.headers
  const { status } = reply
  if (reply.kind === 'empty') return { status, headers: { ...commonHeaders(origin, allowOrigin), ...reply.headers } }
  const plain = jsonHeaders(origin, allowOrigin)
  const headers = reply.headers ? { ...plain, ...reply.headers } : plain
  const counted = memory && { memory }
  const compressed = gzipJson(head, reply.json, compressOnce)
  if (!compressed) return { status, headers, body: reply.json, ...counted }
  const compressedHeaders = { ...headers, 'Content-Encoding': 'gzip', Vary: 'Origin, Accept-Encoding' }
  return withCompressed({ status, headers: compressedHeaders, ...counted }, compressed)
}
