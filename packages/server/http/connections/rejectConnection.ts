import { errorReply } from '../../api/errorReplies.ts'
import { ApiError } from '../../api/v022/ApiError.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { STATUS_CODES } from '../../runtime/nodeHttp.ts'
import { jsonHeaders } from '../responses/headers.ts'

const headers = jsonHeaders(undefined, () => undefined)

const messages: Record<number, string> = {
  408: 'The request took too long to arrive. Please try again.',
  413: 'The chunk extensions of the request body are too long. Send the body without them.',
  431: 'The URL and headers of the request are larger than 64 kB. Send shorter ones.',
}

const rejectionJson = (status: number): string =>
  String(errorReply(new ApiError(status, messages[status] ?? STATUS_CODES[status])).json)

/** Returns the error response to a request that is invalid in a way that Node does not reject. */
export function rejectionResponse(status: number): HttpResponse {
  return { status, headers, body: rejectionJson(status) }
}

/** Returns the error response to a request for which the server has no room. */
export function errorResponse(error: unknown): HttpResponse {
  const { status, json, headers: more } = errorReply(error)
  return { status, headers: { ...headers, ...more }, body: json }
}

/** Returns a complete error response for a connection whose request Node could not parse. */
export function rejectionBytes(status: number): string {
  const body = rejectionJson(status)
  const all = { ...headers, Connection: 'close', 'Content-Length': Buffer.byteLength(body) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

/** Returns the HTTP status for an error that Node reports while it parses a request. */
export function statusOfClientError(error: NodeJS.ErrnoException): number {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return 431
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 413
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408
    default:
      return 400
  }
}
