import { STATUS_CODES } from 'node:http'
import { errorReply } from '../../api/errorReply.ts'
import { ApiError } from '../../errors/ApiError.ts'
import { jsonHeaders } from '../responses/headers.ts'

const headers = jsonHeaders(undefined, () => undefined)

const messages: Record<number, string> = {
  408: 'The request took too long to arrive. Please try again.',
  413: 'The chunk extensions of the request body are too long. Send the body without them.',
  431: 'The URL and headers of the request are larger than 64 kB. Send shorter ones.',
}

const rejectionJson = (status: number): string =>
  String(errorReply(new ApiError(status, messages[status] ?? STATUS_CODES[status])).json)

/** Returns a complete error response for a connection whose request Node could not parse. */
export const rejectionBytes = (status: number): string => {
  const body = rejectionJson(status)
  const all = { ...headers, Connection: 'close', 'Content-Length': Buffer.byteLength(body) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

/** Returns the HTTP status for an error that Node reports while it parses a request. */
export const statusOfClientError = (error: NodeJS.ErrnoException): number => {
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
