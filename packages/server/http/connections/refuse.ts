import { STATUS_CODES } from 'node:http'
import { errorReply } from '../../api/errorReply.ts'
import { ApiError } from '../../errors/ApiError.ts'
import { jsonHeaders } from '../answers/headers.ts'

const headers = jsonHeaders(undefined, () => undefined)

const messages: Record<number, string> = {
  408: 'The request took too long to arrive. Please try again.',
  413: 'The chunk extensions of the body are too long. Send the body without them.',
  431: 'The address and headers of a request may have 64 kB together. Send shorter ones.',
}

const refusalText = (status: number): string =>
  String(errorReply(new ApiError(status, messages[status] ?? STATUS_CODES[status])).json)

/** The answer to what is no proper request, as bytes for the connection itself. */
export const refusalBytes = (status: number): string => {
  const body = refusalText(status)
  const all = { ...headers, Connection: 'close', 'Content-Length': Buffer.byteLength(body) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

/** The status for what Node says of a connection that speaks no HTTP, or too much or too little of it. */
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
