import { Readable } from 'node:stream'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'

/** Memory of an open request over HTTP/2 beside its body, in bytes: the objects of Node, and the headers of the response. */
const requestBytes = 8 * 1024
/** Bytes of a streamed body, such as a file, that are read before the client has read the earlier ones. */
const readAheadBytes = 64 * 1024

function unreadLength({ method }: RequestHead, { body, headers }: HttpResponse): number {
  if (method === 'HEAD') return 0
  if (!(body instanceof Readable)) return body?.length ?? 0
  // Scripts can send streams with a length of their own.
  const length = Number(headers['Content-Length'])
  return length > 0 ? Math.min(length, readAheadBytes) : readAheadBytes
}

/**
 * Counts a response over HTTP/2 for its client until the client has read it, unless it is long and counted already. A connection has
 * many requests over HTTP/2, and its client can let the server send none of the responses. Over HTTP/1.1 it has one at a time, and
 * most of a short response fits into the buffers of the system.
 * @throws Rejection `limited` or `busy` when the client has no room for it; a body that is a stream is destroyed
 */
export function countUnread(clients: ClientLedger, head: RequestHead, response: HttpResponse): HttpResponse {
  const { body, memory } = response
  if (memory) return response
  // A client can always get one response, however long.
  const amount = Math.min(requestBytes + unreadLength(head, response), clients.limitOf('unreadBytes').perClient)
  try {
    return { ...response, memory: clients.hold('unreadBytes', clients.clientOf(head), amount) }
  } catch (error) {
    if (body instanceof Readable) body.destroy()
    throw error
  }
}
