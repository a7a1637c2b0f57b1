import type { TLSSocket } from 'node:tls'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { Incoming } from '../connections/httpMessages.ts'

/** Whether the client has sent a request over HTTPS, to this server or to a trusted proxy in front of it. */
export function isSecureRequest({ headers, forwardedFor }: RequestHead, { socket }: Incoming): boolean {
  const protocol = forwardedFor === undefined ? undefined : headers['x-forwarded-proto']
  if (protocol === undefined) return (socket as TLSSocket).encrypted === true
  // Each proxy adds the scheme by which it was reached; the first one is the client's.
  return protocol.split(',')[0]?.trim().toLowerCase() === 'https'
}
