import type { LoggedRequester } from '../messages/ApiReply.ts'
import type { EventValue, ScriptedChange, ScriptedDeletion, ScriptedEvents, ScriptedUndo } from '../messages/ScriptedCall.ts'
import type { Plain } from '../pb/Host.ts'
import type { HookedMessage, StreamMessage } from '../realtime/StreamHooks.ts'
import type { BlockingLine } from '../runtime/blockingCalls.ts'
import type { ShownIssues } from './issuesText.ts'

/**
 * The result of an operation of the server, or the text of its error, with what only the log says, the issues of invalid fields, or what
 * a hook has thrown.
 */
export type HostAnswer = { result: unknown } | { error: string; note?: string; issues?: ShownIssues; failure?: ScriptFailure }

/** The operations that change something. Migrations have them, too. */
export const changingOperations = [
  'saveCollection',
  'deleteCollection',
  'importCollections',
  'saveRecord',
  'deleteRecord',
  'saveSettings',
  'saveAdmin',
  'deleteAdmin',
  'execute',
] as const

/** The operations of forms, of deletions for requests, on linked accounts and on parameters, which need the writer. */
export const hookChanges = [
  'validateRecord',
  'checkCollection',
  'submitRecord',
  'submitAdmin',
  'saveChanges',
  'saveTokenOwner',
  'noteAdminMail',
  'planDeletion',
  'removeRecord',
  'saveExternalAuth',
  'deleteExternalAuth',
  'saveParam',
  'deleteParam',
] as const

/** An operation that a script waits for. */
export interface HostRequest {
  name: string
  args: unknown[]
  transaction?: number | undefined
}

/** Operations for a call, beside the operations of all calls. They are performed in the main thread. */
export type CallOperations = Record<string, (argument: never) => unknown>

/** Waits until a call may begin a transaction, because others wait for it. Returns a function that is called once it has ended. */
export type EnterTransaction = () => Promise<() => void>

/** A call that the thread runs while it waits for an operation. */
export interface NestedCall {
  call: ScriptCall
}

export interface NestedOutcome {
  outcome: ScriptOutcome
}

/** Returns the key of a handler in the statistics. */
export function handlerKey({ file, line }: Pick<Registered, 'file' | 'line'>): string {
  return `${file}:${line}`
}

/** A handler that a file has registered, as text: it is compiled again in each thread. */
export interface Registered {
  file: string
  /** The line of the file in which it was registered. */
  line: number
  source: string
}

/** A middleware of a file or of `$apis`. */
export type Middleware = Registered | Guard

export interface RegisteredRoute extends Registered {
  method: string
  path: string
  middlewares: readonly Middleware[]
}

/** A middleware of `$apis`. */
export interface Guard {
  guard: string
  args: readonly unknown[]
}

export interface RegisteredHook extends Registered {
  event: string
  tags: readonly string[]
}

interface RegisteredJob extends Registered {
  id: string
  cron: string
}

/** What the files have registered, and the messages about files that could not be loaded. */
export interface Loaded {
  /** The middlewares around every request: before its route is looked up, and after. */
  pre: Middleware[]
  use: Middleware[]
  routes: RegisteredRoute[]
  hooks: RegisteredHook[]
  jobs: RegisteredJob[]
  /** The names of the commands for the command line. */
  commands: string[]
  problems: string[]
}

export function nothingLoaded(): Loaded {
  return { pre: [], use: [], routes: [], hooks: [], jobs: [], commands: [], problems: [] }
}

/** A request for scripts. */
export interface ScriptRequest {
  method: string
  /** Path and query, as sent. */
  url: string
  headers: Record<string, string>
  params: Record<string, string>
  /** The pattern of the route. */
  pattern: string
  body?: Uint8Array | undefined
  /** The values of a form that is parsed already. */
  form?: [string, string][]
  remoteIp: string
  isSecure: boolean
}

/** A stored file that the server sends as the response of a script. */
export interface ServedFile {
  store: 'files' | 'backups'
  key: string
  /** The name that the response has. */
  name: string
}

/** A response of a script; without a status it has not responded. */
export interface ScriptResponse {
  status?: number
  /** Whether a route of the server has responded. */
  isPassed?: true
  headers: [string, string][]
  body?: Uint8Array | string
  file?: ServedFile
}

/** A call of hooks for a change of a record. */
export interface RecordCall extends ScriptedChange {
  time: 'before' | 'after'
}

/** The events of the server, which belong to no request. */
export type LifecycleEvent = 'onBeforeBootstrap' | 'onAfterBootstrap' | 'onTerminate'

/** Whether the hooks of messages run before they are sent, or after. */
export type MessageTime = 'before' | 'after'

/** A call of the hooks of messages to realtime clients. */
export interface MessageCall {
  time: MessageTime
  messages: readonly (StreamMessage & { clientId: string })[]
}

/**
 * A call of handlers. A route and a job are sent whole, because the files can be loaded again between finding one and running it, and
 * the same place in the new list can belong to another one.
 */
export type ScriptCall =
  | { kind: 'route'; route: RegisteredRoute; request: ScriptRequest }
  | { kind: 'around'; request: ScriptRequest }
  /** Without a request, only hooks of models are called. */
  | { kind: 'record'; call: RecordCall; request?: ScriptRequest | undefined }
  | { kind: 'deletion'; call: ScriptedDeletion; request?: ScriptRequest | undefined }
  | { kind: 'undone'; call: ScriptedUndo }
  | { kind: 'events'; call: ScriptedEvents; request: ScriptRequest }
  | ({ kind: 'messages' } & MessageCall)
  | { kind: 'stream'; event: string; clientId: string }
  | { kind: 'hooks'; event: LifecycleEvent; isRestart: boolean }
  | { kind: 'job'; job: RegisteredJob }

/** An error of a script as the API shows it. */
export interface ScriptFailure {
  status: number
  message: string
  data: unknown
  /** For terminal and log: text and stack. */
  details?: string
}

/** The route of scripts to which a request leads, with the body of the request. */
export interface FoundScript extends Pick<ScriptRequest, 'params' | 'pattern' | 'body'> {
  route: RegisteredRoute
}

/** The response of a route of the server, as middlewares see it. */
export interface ServedResponse {
  status: number
  /** Present if it is an error. */
  error?: { message: string; data: unknown }
}

/** How a handler has run: its file and line, the milliseconds, and the stack of its error. */
export interface HandlerRun {
  key: string
  ms: number
  error?: string
  /** For terminal and log: what the handler should do in another way. */
  warning?: string
}

export type ScriptOutcome = {
  response: ScriptResponse
  /** The handlers that have run. */
  runs?: HandlerRun[]
  failure?: ScriptFailure
  /** The requester of a request to a route, if it is logged. */
  requester?: LoggedRequester
  /** Whether the failure is the error response of a route of the server. */
  isServed?: true
  /** Which kind of hook has returned false, so that nothing more happens. */
  isStopped?: 'request' | 'model'
  /** The values that before-hooks have changed. */
  changes?: Plain
  /** What after-hooks have changed of the record in the response. */
  shown?: Plain
  /** The values of events as the hooks have left them. */
  values?: Record<string, EventValue>
  /** Each message after its hooks. */
  messages?: HookedMessage[]
  /** The JSON of the response after events. */
  json?: string
}

/** A command of the command line. */
export interface CommandCall {
  name: string
  args: readonly string[]
}

/** The commands that the files have, and what the called one has thrown. */
export interface CommandOutcome extends Pick<Loaded, 'commands' | 'problems'> {
  failure?: ScriptFailure
}

/** What a thread of scripts starts with. */
export interface ThreadStart extends BlockingLine {
  folder: string
  dataDir: string
  isDev: boolean
  /** The command that the thread runs once it has loaded the files. */
  command?: CommandCall
  /** Absent in the thread that loads the files. */
  loaded?: Loaded
}

/** Returns the middlewares around every request as hooks, which are shown together. */
export function middlewaresOf({ pre, use }: Loaded): RegisteredHook[] {
  const named = (event: string, middlewares: readonly Middleware[]) =>
    middlewares.flatMap(middleware => ('guard' in middleware ? [] : [{ ...middleware, event, tags: [] }]))
  return [...named('routerPre', pre), ...named('routerUse', use)]
}
