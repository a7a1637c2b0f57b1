import type { Transaction } from '../db/engine.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import type { HookCall, InsideOutcome } from '../messages/HookCall.ts'
import type { Requester } from '../records/rules/Requester.ts'
import type { App } from './App.ts'
import type { MainServices } from './MainServices.ts'

/** Lets the transaction of a step wait for hooks, which run in other processes. */
export interface HookWait {
  /** Calls the hooks of a change in its transaction, which also performs their requests. */
  call: (app: App, transaction: Transaction, call: HookCall, timeoutMs: number) => Promise<InsideOutcome>
  /** Discards the files that the hooks have stored. */
  discardFiles: (error: unknown) => Promise<void>
}

/** The arguments of a step in a reader or the writer: the thread's app, the request and the requester. */
export interface Call {
  app: App
  request: ApiRequest
  requester: Requester
  /** Whether the response can be large; see `LargeResponseError`. */
  allowsLarge?: boolean
  /** Set in the writer if the request names hooks inside of transactions. */
  hookWait?: HookWait
}

/** The arguments of a step in the main thread. An earlier step has authenticated the requester, if that is necessary. */
export interface MainCall extends MainServices {
  request: ApiRequest
}
