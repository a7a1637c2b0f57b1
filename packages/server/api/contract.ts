import type { App } from '../app/App.ts'
import type { AwaitedMail, Failure, FileReply, HeldReturnOrder, UploadLimits } from '../messages/ApiReply.ts'
import type { ApiRequest, Body } from '../messages/ApiRequest.ts'
import type { BackupOrder } from '../messages/BackupOrder.ts'
import type { Effect } from '../messages/Effect.ts'
import type { ProviderProof } from '../messages/ProviderProof.ts'
import type { ProviderReturn } from '../messages/ProviderReturn.ts'
import type { Renewal } from '../messages/Renewal.ts'
import type { SubscriptionOrder } from '../messages/SubscriptionOrder.ts'
import type { Requester } from '../rules/Requester.ts'

/** What a handler gets: the thread's app, the request, and who makes it. */
export interface Call {
  app: App
  request: ApiRequest
  requester: Requester
}

/** What a handler answers: a JSON value with status 200, or a full reply. */
export interface Answer {
  status?: number
  headers?: Record<string, string>
  json?: unknown
  /** In place of `json`: what `serialize` makes it of in a thread that reads, so that it does not hold up the one that writes. */
  unserialized?: Uint8Array<ArrayBuffer>
  file?: FileReply
  effects?: Effect[]
  mail?: AwaitedMail
  backup?: BackupOrder
  subscription?: SubscriptionOrder
  providerReturn?: ProviderReturn
  heldReturn?: HeldReturnOrder
  pause?: number
  /** The new token in `json`, of an endpoint that keeps renewals. */
  renewal?: Renewal
  /** The error to answer although what was done stays done. */
  refused?: unknown
  /** What went wrong although the answer does not tell, for the log. */
  failure?: Failure
}

export type Guard = (call: Call) => void | Promise<void>

/** What the main thread has to know of an endpoint to send it requests. */
export type Route = Pick<Endpoint, 'method' | 'path' | 'runs' | 'mainThread' | 'waits' | 'keeps' | 'maxBodyBytes'> & {
  proves?: true
  parses?: true
}

/** One API route: one file, one line in its resource's routes.ts. */
export interface Endpoint {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below /api, with `:name` parameters. */
  path: string
  /** Which thread runs it: a reader, or the one writer. */
  runs: 'reads' | 'writes'
  /** It changes collections, during which nothing else in the thread that writes relies on them. */
  changesCollections?: true
  /** What the main thread itself responds to guests, whatever the readers are doing. */
  mainThread?: 'health'
  /** It mostly waits for something else than the database (a password hash), so it holds no reader thread meanwhile. */
  waits?: true
  /**
   * What it answers depends on the address, the requester and the database alone, so it may be kept until these change: the whole
   * answer, or a renewal, of which only the new token in it is another one each time.
   */
  keeps?: 'answer' | 'renewal'
  /** Maximum bytes of a JSON or urlencoded body, and of the texts of a form. Absent: 64 kB, enough for what people type into a form. */
  maxBodyBytes?: number
  guard?: Guard
  /** Refuses what no body could make allowed, before a form or a large body is read, and says which files it takes: none when this is absent. */
  admit?: (call: Call) => Promise<UploadLimits>
  /** Parses a large body in a thread that reads, for `handle` in the one that writes. Absent: `handle` parses it. */
  parse?: (call: Call) => Promise<Body>
  /** Gives the JSON value of an answer that `handle` has left unserialized. */
  serialize?: (call: Call, unserialized: Uint8Array) => Promise<unknown>
  /**
   * Asks another server, once and in a thread that reads, for whom it vouches; `handle` finds the proof in the request. Nothing
   * that writes waits meanwhile.
   */
  prove?: (call: Call) => Promise<ProviderProof>
  /** Says whose request the log shows, where that may differ from the requester. */
  loggedAs?: (call: Call) => Promise<Requester['kind']>
  handle: (call: Call) => Promise<Answer>
}
