import type { ApiReply } from '../request/ApiReply.ts'
import { gzipJson } from './gzipJson.ts'
import type { HttpParts } from './HttpParts.ts'
import { commonHeaders, jsonHeaders } from './headers.ts'
import type { RequestHead } from './requestHead.ts'

/** A reply of a handler as a response: JSON or nothing. */
export const replyResponse = (parts: HttpParts, head: RequestHead, reply: ApiReply): Response | Promise<Response> => {
  const { origin } = head.headers
  const { status, json } = reply
  if (json === undefined) {
    return new Response(null, { status, headers: { ...commonHeaders(origin, parts.allowOrigin), ...reply.headers } })
  }
  const plain = jsonHeaders(origin, parts.allowOrigin)
  const headers = reply.headers ? { ...plain, ...reply.headers } : plain
  const zipped = gzipJson(head, reply)
  if (!zipped) return new Response(json, { status, headers })
  const zippedHeaders = { ...headers, 'Content-Encoding': 'gzip', Vary: 'Origin, Accept-Encoding' }
  return zipped.then(bytes => new Response(bytes, { status, headers: zippedHeaders }))
}
