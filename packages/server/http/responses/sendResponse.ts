import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { HttpResponse } from '../../messages/HttpResponse.ts'

const lengthOf = (body: string | Uint8Array | undefined): number => {
  if (body === undefined) return 0
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
}

/** Whether responses with this status must not have a body or a `Content-Length`. */
const isBodilessStatus = (status: number): boolean => status === 204 || status === 304

const sendStream = (outgoing: ServerResponse, { status, headers }: HttpResponse, body: Readable): void => {
  try {
    outgoing.writeHead(status, headers)
    // If the body breaks off, `pipeline` closes the connection, so the client notices that the response is incomplete.
    pipeline(body, outgoing, () => undefined)
  } catch (error) {
    body.destroy()
    throw error
  }
}

/**
 * Sends a response. If the client has disconnected, destroys the body stream and sends nothing.
 * @throws Error when Node rejects the status or a header
 */
export const sendResponse = (outgoing: ServerResponse, response: HttpResponse): void => {
  const { status, headers, body } = response
  if (body instanceof Readable) {
    if (outgoing.destroyed) body.destroy()
    else sendStream(outgoing, response, body)
    return
  }
  const hasLength = 'Content-Length' in headers || isBodilessStatus(status)
  outgoing.writeHead(status, hasLength ? headers : { ...headers, 'Content-Length': `${lengthOf(body)}` })
  outgoing.end(body)
}
