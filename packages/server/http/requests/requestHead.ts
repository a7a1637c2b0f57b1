import type { IncomingMessage } from 'node:http'
import type { ApiRequest } from '../../request/ApiRequest.ts'
import { requestTarget } from './requestTarget.ts'

/** What is known of a request before its body is read. */
export interface RequestHead extends Pick<ApiRequest, 'method' | 'url' | 'headers' | 'remoteIp'> {
  /** Whether the log may store addresses of the client, by the settings of the moment in which the request arrived. */
  logsIp: boolean
}

/** Of a header that was sent twice, the first counts. */
const firstOfEach = (rawHeaders: readonly string[]): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase()
    if (!Object.hasOwn(headers, name)) headers[name] = rawHeaders[index + 1] as string
  }
  return headers
}

/** Without the prefix that an IPv4 address has on a socket for both kinds. */
const plainIp = (address: string): string => (address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address)

/** Reads method, target, headers and address of a request. */
export const requestHead = (incoming: IncomingMessage, logsIp: boolean): RequestHead => ({
  method: incoming.method ?? 'GET',
  url: requestTarget(incoming.url ?? '/'),
  headers: firstOfEach(incoming.rawHeaders),
  remoteIp: plainIp(incoming.socket.remoteAddress ?? ''),
  logsIp,
})
