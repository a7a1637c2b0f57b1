import type { Attempt } from './Attempt.ts'
import type { ProviderProof } from './ProviderProof.ts'

/** An uploaded file in a temporary folder of the main thread. */
export interface Upload {
  field: string
  /** File name from the client. */
  name: string
  path: string
  size: number
}

/** Maximum size of a body, unless its route accepts more. Parsing it takes at most 2 to 3 ms. */
export const smallBodyBytes = 64 * 1024

/** A body as received by the main thread. The handler parses it. */
export type Body =
  | { kind: 'none' }
  | { kind: 'json'; text: string }
  /** A large JSON body in UTF-8, which would take too long to decode in the main thread. */
  | { kind: 'jsonBytes'; bytes: Uint8Array }
  /** A large record body that a reader has parsed: a `ParsedRecord`, serialized by V8. */
  | { kind: 'parsed'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'form'; encoding: 'multipart' | 'urlencoded'; values: [string, string][]; uploads: Upload[] }
  | { kind: 'unreadable'; reason: string }
  /** A form or a large body that is only read if the request can be allowed at all. */
  | { kind: 'unread' }

/** Returns whether a request has no body or an empty one. Some clients send `{}` instead of nothing. */
export const isEmptyBody = (body: Body): boolean =>
  body.kind === 'none' || (body.kind === 'json' && (body.text === '{}' || body.text === ''))

/** The properties of a request that are known before its body is read. */
export interface RequestHead {
  method: string
  /** Raw request target: path and query. */
  url: string
  /** Decoded path parameters. */
  params: Record<string, string>
  /** The first value of each header, by its lower-case name. */
  headers: Record<string, string>
  /** The remote address of the socket. */
  remoteIp: string
  /** All `X-Forwarded-For` lines, if a trusted proxy sent the request. */
  forwardedFor?: string | undefined
  /** Whether the settings allowed client addresses in the log when the request arrived. */
  logsIp?: boolean
}

/** An HTTP request as plain data, so that it can be sent between threads. */
export interface ApiRequest extends RequestHead {
  query: [string, string][]
  body: Body
  /** The user that an OAuth2 provider has authenticated. Never from the client. */
  proof?: ProviderProof
  /** The attempt that the main thread has counted for this request. Never from the client. */
  counted?: Attempt
}
