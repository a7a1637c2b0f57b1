import type { DataRequest, DataResponse } from '../../messages/DataRequest.ts'
import type { HookCall } from '../../messages/HookCall.ts'
import type { FolderModules } from './folderModules.ts'

/** A hook that a file has registered. */
export interface RegisteredHook {
  file: string
  /** Names the hook in stored deliveries: its file, collection and time, and a number if there are several. */
  key: string
  time: 'before' | 'inside' | 'after'
  /** The name of a collection, or `*`. */
  collection: string
  action: HookCall['action']
}

/** Whether a hook is called for an action on the records of a collection. */
export function isCalledFor(hook: RegisteredHook, action: HookCall['action'], collectionName: string): boolean {
  return hook.action === action && (hook.collection === '*' || hook.collection === collectionName)
}

/** A file of the folder `routes` that handles requests. */
export interface RegisteredRoute {
  /** The name of the file below the folder of hooks. */
  file: string
  /** The path that it handles with all paths below it: `/orders`, or `/` for `routes/index.ts`. */
  mount: string
}

/** A job that runs at the times of a cron expression. */
export interface RegisteredJob {
  file: string
  name: string
  cron: string
}

/** What the files of a folder have registered. */
export interface LoadedCode {
  files: readonly string[]
  hooks: readonly RegisteredHook[]
  routes: readonly RegisteredRoute[]
  jobs: readonly RegisteredJob[]
}

/** A version of the files: what they have registered, and their sources, from which other processes load the same. */
export interface CodeVersion {
  code: LoadedCode
  modules: FolderModules
}

/** Who sends a request to a route. Crosses to the process as a header, because the request itself is a stream. */
export interface RouteCall {
  /** Number of the call, to which requests for data belong. */
  id: number
  mount: string
  user: HookCall['user']
  /** Scheme and host of the URL that the client has requested. */
  origin: string
  /** The address of the client. */
  ip: string
}

/** The header with a `RouteCall`, and in responses the header with the stack of an error, percent-encoded. */
export const routeCallHeader = 'x-coffer-call'
export const routeErrorHeader = 'x-coffer-error'

/** Headers of a connection, which HTTP/2 forbids and which do not concern a route. */
export const connectionHeaders: readonly string[] = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'te',
  'http2-settings',
]

/**
 * A message to a process. The first one says what to load: the current files, or the ones of a version. `hooks` are the keys of the hooks
 * to call, in order, `as` is whose rights their event gives them, and `transaction` the transaction that waits for them.
 */
export type ToCode =
  | { kind: 'load'; modules?: FolderModules }
  | {
      kind: 'call'
      id: number
      hooks: readonly string[]
      as: 'caller' | 'server'
      event: HookCall
      transaction?: string | undefined
    }
  | { kind: 'job'; id: number; name: string }
  | { kind: 'data'; id: number; response: DataResponse }
  | { kind: 'ping' }

/** How long a hook has run. */
export interface HookRun {
  key: string
  ms: number
  /** The stack of its error, if it has failed. */
  error?: string
}

/**
 * The end of a call: with the input and the filter that the hooks have left, a rejection for the client, or the stack of an error.
 */
export type CodeOutcome = { runs: HookRun[] } & (
  | { input?: Record<string, unknown>; filter?: string }
  | { rejection: { message: string; issues: Record<string, string> } }
  | { error: string }
)

/** The end of a job, with its output and the stack of its error. */
export interface JobOutcome {
  output: string
  error?: string
}

/**
 * A message from a process. `loading` names the file that is loaded next, which may never end. `call` is the call to which a request for
 * data belongs, and `transaction` the one in which it is performed, also when the call has ended. `mount` is the route that has failed while
 * it sent the body of a response, which can only break off then. `canceled` names a request whose code has ended after its client had gone.
 */
export type FromCode =
  | { kind: 'ready'; version: CodeVersion }
  | { kind: 'loading'; file: string }
  | { kind: 'broken'; file: string; error: string }
  | { kind: 'pong' }
  | { kind: 'outcome'; id: number; outcome: CodeOutcome | JobOutcome }
  | { kind: 'brokenBody'; mount: string; error: string }
  | { kind: 'canceled'; id: number }
  | { kind: 'data'; id: number; call: number | undefined; transaction: string | undefined; request: DataRequest }
