import type { EmptyReply, JsonReply } from '../../messages/ApiReply.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { joinJson } from '../../messages/json.ts'
import type { CachedReply } from '../../threads/responseCache/CachedReply.ts'
import type { AllowOrigin } from './cors.ts'
import { gzipJson } from './gzipJson.ts'
import { commonHeaders, jsonHeaders } from './headers.ts'

/**
 * Converts the reply of a handler to an HTTP response with a JSON body or none.
 * @param compressOnce of a cached reply
 */
export const toHttpResponse = (
  { allowOrigin }: { allowOrigin: AllowOrigin },
  head: RequestHead,
  reply: JsonReply | EmptyReply,
  compressOnce?: CachedReply['compressOnce'],
): HttpResponse | Promise<HttpResponse> => {
  const { origin } = head.headers
  const { status } = reply
  if (reply.kind === 'empty') return { status, headers: { ...commonHeaders(origin, allowOrigin), ...reply.headers } }
  const plain = jsonHeaders(origin, allowOrigin)
  const headers = reply.headers ? { ...plain, ...reply.headers } : plain
  const zipped = gzipJson(head, reply.json, compressOnce)
  if (!zipped) return { status, headers, body: joinJson(reply.json) }
  const zippedHeaders = { ...headers, 'Content-Encoding': 'gzip', Vary: 'Origin, Accept-Encoding' }
  return zipped.then(body => ({ status, headers: zippedHeaders, body }))
}
