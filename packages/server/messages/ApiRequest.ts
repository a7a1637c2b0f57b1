import type { ClaimedJob } from '../db/engine.ts'
import type { Attempt } from './Attempt.ts'
import type { DataActor } from './DataRequest.ts'
import type { ApiDialect } from './dialects.ts'
import type { HookedAction, InsideHookNames } from './HookCall.ts'
import type { ScriptedResults } from './ScriptedCall.ts'
import type { Upload } from './Upload.ts'

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

/** Bodies up to this size are parsed in turns of their own, so that they never wait for a large one. */
export const mediumBodyBytes = 1024 * 1024

/** Returns the length of a body that a reader may have to parse, without the files of a form. */
export function bodyBytes({ body }: Pick<ApiRequest, 'body'>): number {
  if (body.kind === 'jsonBytes') return body.bytes.length
  return body.kind === 'form' ? body.values.reduce((sum, [, value]) => sum + value.length, 0) : 0
}

/** The properties of a request that are known before its body is read. */
export interface RequestHead {
  method: string
  /** Raw request target: path and query, without the prefix that chooses the dialect. */
  url: string
  /** The dialect that was chosen when the request arrived; 0.22 if absent. */
  dialect?: ApiDialect
  /** Decoded path parameters. */
  params: Record<string, string>
  /** The first value of each header, by its lower-case name. */
  headers: Record<string, string>
  /** The remote address of the socket. */
  remoteIp: string
  /** All `X-Forwarded-For` lines, if a trusted proxy sent the request. */
  forwardedFor?: string | undefined
  /** Whether the client has used HTTPS, to this server or to a trusted proxy in front of it. */
  isSecure?: boolean
  /** Whether the settings allowed client addresses in the log when the request arrived. */
  logsIp?: boolean
}

/** A request of a batch, as the limits of requests see it. */
export interface InnerRequest {
  method: string
  /** Its method and route, such as `POST /collections/:collection/records`. */
  route: string
  /** The name of its collection, which the writer has at hand. */
  collectionName: string
}

/** How the requests of a batch were counted. */
export interface InnerCount {
  /** The first request beyond a limit, which ends the count; absent if all are within the limits. */
  exceeded?: { index: number; retryAfterSeconds: number }
}

/** An HTTP request as plain data, so that it can be sent between threads. */
export interface ApiRequest extends RequestHead {
  query: [string, string][]
  body: Body
  /** The attempt that the main thread has counted for this request. Never from the client. */
  counted?: Attempt
  /** How the requests of a batch were counted for the limits of requests. Never from the client. */
  innerCount?: InnerCount
  /** Whether the request has its turn to hash passwords. */
  hasTurn?: true
  /** Whether the request has its turn to make a change with hooks inside of its transaction. */
  hasHookTurn?: true
  /** The address of the client, once an attempt is counted. Never from the client. */
  clientIp?: string
  /** The hooks that are called before changes, see `hookName`. Never from the client. */
  hooks?: readonly string[]
  /** The hooks that are called inside of the transactions of changes. Never from the client. */
  insideHooks?: InsideHookNames
  /** What hooks have left, once they were called. Never from the client. */
  hooked?: HookedAction
  /** The same for a step that makes several changes, in the order in which their hooks were called. Never from the client. */
  hookedChanges?: readonly HookedAction[]
  /** The collections and events for which hooks of scripts are called, see `scriptName`. Never from the client. */
  scripts?: readonly string[]
  /** What hooks of scripts have left, once they were called. Never from the client. */
  scripted?: ScriptedResults
  /** Whose rights the request has, in place of its token, if code of the server makes it. Never from the client. */
  as?: DataActor
  /** The job that makes it, which must still have its claim when the request changes data. Never from the client. */
  job?: ClaimedJob | undefined
  /** Whether code of the server makes it, without HTTP, so that only hooks of models are called. Never from the client. */
  isInternal?: true
}
