import type { Requester } from '../auth/Requester.ts'
import type { App } from '../threads/App.ts'
import type { Effect } from '../threads/effects.ts'

/** A file that came with a request: already on disk, in a temporary folder that the main thread owns. */
export interface Upload {
  field: string
  /** The name the client gave. */
  name: string
  path: string
  size: number
}

/** The body as the main thread received it; parsed where it is used. */
export type Body =
  | { kind: 'none' }
  | { kind: 'json'; text: string }
  | { kind: 'form'; encoding: 'multipart' | 'urlencoded'; values: [string, string][]; uploads: Upload[] }
  | { kind: 'unreadable'; reason: string }

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
}

/** A stored file that the main thread streams to the client. */
export interface FileReply {
  /** Below the storage root: `<collection id>/<record id>/<stored name>`. */
  key: string
  /** The name that the client sees. */
  name: string
  /** A size such as `100x100` that the field allows: served in place of the file if it is a picture. */
  thumb?: string
  /** The client asked to save it instead of showing it. */
  download: boolean
}

/** What went wrong, for the request log alone; never sent to the client. */
export interface Failure {
  message: string
  /** The error behind it, or the issues by field. */
  details: string | Record<string, unknown> | null
  /** Where it differs from the status of the answer: a request that is answered alike whether or not the account exists. */
  status?: number
}

/** An answer as plain data. */
export interface ApiReply {
  status: number
  headers?: Record<string, string>
  /** JSON text, as UTF-8 when it comes from another thread; absent for an empty answer. */
  json?: string | Uint8Array<ArrayBuffer>
  file?: FileReply
  /** To be performed by the main thread, in order, after the change was committed. */
  effects?: Effect[]
  /** For the request log. */
  auth?: Requester['kind']
  /** For the request log: what went wrong, never sent to the client. */
  failure?: Failure
}

/** What a handler gets: the thread's app, the request, and who makes it. */
export interface Call {
  app: App
  request: ApiRequest
  requester: Requester
}

/** What a handler answers: a JSON value with status 200, or a full reply. */
export type Answer = { status?: number; json?: unknown; file?: FileReply; effects?: Effect[] }

export type Guard = (call: Call) => void | Promise<void>

/** What the main thread has to know of an endpoint to send it requests. */
export type Route = Pick<Endpoint, 'method' | 'path' | 'runs' | 'waits'>

/** One API route: one file, one line in its resource's routes.ts. */
export interface Endpoint {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below /api, with `:name` parameters. */
  path: string
  /** Which thread runs it: a reader, or the one writer. */
  runs: 'reads' | 'writes'
  /** It mostly waits for something else than the database (a password hash), so it holds no reader thread meanwhile. */
  waits?: true
  guard?: Guard
  handle: (call: Call) => Promise<Answer>
}
