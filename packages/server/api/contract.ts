import type { App } from '../app/App.ts'
import type { ApiReply, UploadLimits } from '../messages/ApiReply.ts'
import type { ApiRequest, Body } from '../messages/ApiRequest.ts'
import type { ProviderProof } from '../messages/ProviderProof.ts'
import type { Requester } from '../rules/Requester.ts'
import type { Operation } from './operation.ts'

/** The arguments of a handler: the thread's app, the request and the requester. */
export interface Call {
  app: App
  request: ApiRequest
  requester: Requester
}

export type Guard = (call: Call) => void | Promise<void>

/** The part of an endpoint that the main thread needs to dispatch requests. */
export type Route = Pick<Endpoint, 'method' | 'path' | 'runs' | 'mainThread' | 'waits' | 'caches' | 'maxBodyBytes'> & {
  proves?: true
  parses?: true
}

/** An API route: one file, and one line in the routes.ts of its resource. */
export interface Endpoint {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** The path below /api, with `:name` parameters. */
  path: string
  /** What the OpenAPI document says about it. */
  operation: Operation
  /** The thread that runs it: a reader or the writer. */
  runs: 'reads' | 'writes'
  /** Whether it changes collections. Nothing else in the writer uses collections at the same time. */
  markCollectionsChanged?: true
  /** A response to guests that the main thread creates itself, even when all readers are busy. */
  mainThread?: 'health'
  /** Whether it mostly waits for something other than the database, such as a password hash, so that it does not occupy a reader. */
  waits?: true
  /**
   * Set if the response depends only on the URL, the requester and the database, so that it can be cached until these change: the
   * whole response, or a token refresh, in which only the token is new each time.
   */
  caches?: 'response' | 'tokenRefresh'
  /** Maximum size in bytes of a JSON or urlencoded body, and of the texts of a form. Default: 64 kB, enough for a typed form. */
  maxBodyBytes?: number
  guard?: Guard
  /** Rejects requests that no body could make valid, before a form or a large body is read. Returns the accepted files; default: none. */
  precheck?: (call: Call) => Promise<UploadLimits>
  /** Parses a large body in a reader, for `handle` in the writer. If absent, `handle` parses it. */
  parse?: (call: Call) => Promise<Body>
  /** Returns the JSON value of a response that `handle` has left unserialized. */
  serialize?: (call: Call, unserialized: Uint8Array) => Promise<unknown>
  /**
   * Requests the proof of identity from another server, once and in a reader, so that the writer does not wait for it. `handle`
   * finds the proof in the request.
   */
  prove?: (call: Call) => Promise<ProviderProof>
  /** Says whose request the log shows, where that may differ from the requester. */
  loggedAs?: (call: Call) => Promise<Requester['kind']>
  handle: (call: Call) => Promise<ApiReply<unknown>>
}

/** Returns the properties of an endpoint that the main thread uses. */
export const routeOf = ({ method, path, runs, mainThread, waits, caches, prove, parse, maxBodyBytes }: Endpoint): Route => ({
  method,
  path,
  runs,
  ...(mainThread && { mainThread }),
  ...(waits && { waits }),
  ...(caches && { caches }),
  ...(maxBodyBytes !== undefined && { maxBodyBytes }),
  ...(prove && { proves: true }),
  ...(parse && { parses: true }),
})
