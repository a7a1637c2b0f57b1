import type { Attempt } from './Attempt.ts'
import type { ProviderProof } from './ProviderProof.ts'

/** A file that came with a request: already on disk, in a temporary folder that the main thread owns. */
export interface Upload {
  field: string
  /** The name the client gave. */
  name: string
  path: string
  size: number
}

/** Maximum bytes of a body unless its route takes more. Parsing so little takes 2 to 3 ms at worst. */
export const smallBodyBytes = 64 * 1024

/** The body as the main thread received it; parsed where it is used. */
export type Body =
  | { kind: 'none' }
  | { kind: 'json'; text: string }
  /** A large JSON body in UTF-8. Decoding it takes too long for the main thread. */
  | { kind: 'jsonBytes'; bytes: Uint8Array }
  /** A large body of a record that a reader has parsed: a `ParsedRecord`, serialized by V8. */
  | { kind: 'parsed'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'form'; encoding: 'multipart' | 'urlencoded'; values: [string, string][]; uploads: Upload[] }
  | { kind: 'unreadable'; reason: string }
  /** A form or a large body that waits to be read until it is known whether any body could make the request allowed. */
  | { kind: 'unread' }

/** An HTTP request as plain data, so that it can cross to any thread. */
export interface ApiRequest {
  method: string
  /** The raw request target, path and query. */
  url: string
  /** Decoded path parameters. */
  params: Record<string, string>
  query: [string, string][]
  /** Lower-case names; the first value of each. */
  headers: Record<string, string>
  remoteIp: string
  body: Body
  /** For whom another server vouches; never from the client. */
  proof?: ProviderProof
  /** The attempt that the main thread has counted for this request; never from the client. */
  counted?: Attempt
}
