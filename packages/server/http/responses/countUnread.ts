import { Readable } from 'node:stream'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import type { Outgoing } from '../connections/httpMessages.ts'

/** Memory of an open request beside its body, in bytes: the objects of Node, and the headers of the response. */
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
 * Counts a response for its client until the client has read it, unless it is long and counted already. Over HTTP/2, a connection has many
 * requests, and its client can let the server send none of the responses.
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

/** Returns the number of bytes of a response over HTTP/1.1 that the system has not taken. */
const unsentBytes = ({ socket, destroyed }: Outgoing): number => (destroyed ? 0 : (socket?.writableLength ?? 0))

/**
 * Counts the bytes of a short response over HTTP/1.1 that the system has not taken, against the limit of the client. They are counted only
 * after sending, because nearly all short responses fit into the buffers of the system. Closes the connection if the limit is exceeded.
 */
export function countUnsent(clients: ClientLedger, head: RequestHead, outgoing: Outgoing): void {
  if (unsentBytes(outgoing) === 0) return
  // Over TLS, the system takes a response in the next iteration of the event loop.
  setImmediate(() => {
    const unsent = unsentBytes(outgoing)
    if (unsent === 0) return
    const memory = clients.open('unreadBytes', clients.clientOf(head))
    memory.onDropped(() => outgoing.destroy())
    try {
      memory.resize(Math.min(requestBytes + unsent, clients.limitOf('unreadBytes').perClient))
    } catch {
      outgoing.destroy()
      return
    }
    outgoing.once('close', () => memory.release())
  })
}
