import { AsyncLocalStorage } from 'node:async_hooks'
import { type ChildProcess, fork } from 'node:child_process'
import type { ClientHttp2Stream } from 'node:http2'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { ClaimedJob } from '../db/engine.ts'
import { jobRunsElsewhere } from '../db/engineOfJob.ts'
import { messageOf } from '../errors/inspectError.ts'
import type { DataRequest, DataResponse } from '../messages/DataRequest.ts'
import type { HookCall } from '../messages/HookCall.ts'
import { memoryOfProcess } from '../runtime/processStatistics.ts'
import { HookTimeoutError, LoadTimeoutError, RouteCanceledError, RouteTimeoutError } from './CodeError.ts'
import type { JobRight } from './JobClaim.ts'
import type { FolderModules } from './process/folderModules.ts'
import {
  type CodeOutcome,
  type CodeVersion,
  type FromCode,
  type JobOutcome,
  routeErrorHeader,
  type ToCode,
} from './process/messages.ts'
import { RouteChannel, type RouteRequest, type RouteResponse } from './RouteChannel.ts'

const program = fileURLToPath(new URL('./process/hookProcess.ts', import.meta.url))
const cofferModule = new URL('./process/coffer.ts', import.meta.url).href

/** Intervals of checks: while calls run, and while none does. Timers of hooks run between calls, too. */
const checkIntervalMs = { busy: 50, idle: 1_000 }
/** Time without a response to a ping after which a process is killed. */
const maxSilenceMs = 1_000
/** Time after which a process is killed whose connection for routes was closed. */
const closedChannelMs = 200
/** Maximum number of concurrent requests for data of a process: outside transactions that wait for hooks, and inside of them. */
const maxDataRequests = 64
const megabyte = 1024 * 1024

export interface ProcessOptions {
  folder: string
  maxProcessBytes: number
  /** Milliseconds in which all files must be loaded. */
  loadMs: number
  variables: readonly string[]
  /**
   * Makes a request for data, in a transaction that waits for a hook if one is given. `authorization` is the header of the client whose
   * request has called the hook, `job` the job that makes the request, which must have its claim when data changes.
   */
  perform: (
    request: DataRequest,
    authorization: string | undefined,
    transaction: string | undefined,
    job: ClaimedJob | undefined,
  ) => Promise<DataResponse>
  /** Receives the stack of an error of a route whose response has begun. */
  onBrokenBody: (mount: string, error: string) => void
}

interface RunningCall {
  resolve: (outcome: never) => void
  reject: (error: Error) => void
}

/** The origin of a call or request, to which its requests for data belong. */
interface Caller {
  /** The `Authorization` header of the client. */
  authorization: string | undefined
  /** Runs work in the async context of the call: a thread of `pb_hooks` can be waiting for it. */
  inContext: <T>(work: () => T) => T
  /** The right of a job to run. */
  right?: JobRight
}

function callerOf(authorization: string | undefined): Caller {
  return { authorization, inContext: AsyncLocalStorage.snapshot() }
}

/** Returns the origin of the requests of a job. No call waits for a job. */
function jobCaller(right: JobRight | undefined): Caller {
  return { authorization: undefined, inContext: work => work(), ...(right && { right }) }
}

const mayRunElsewhere: DataResponse = {
  status: 503,
  json: JSON.stringify({ message: jobRunsElsewhere }),
}

/** What a hook is called with, and the rights that its event gives it. */
export interface CodeCall {
  hooks: readonly string[]
  event: HookCall
  as: 'caller' | 'server'
  authorization?: string | undefined
  /** The transaction that waits for the hooks. */
  transaction?: string
}

/** Returns the end of a message about a call that took too long. */
const allowedTime = (deadlineMs: number): string => `${Math.ceil(deadlineMs / 1000)} s. Allow more time with --codeTimeout.`

/** Thrown when a process ends before it responds. */
class CodeProcessLost extends Error {}

/** A child process that runs the files of the folder of hooks. Calls run at the same time. */
export class CodeProcess {
  readonly #child: ChildProcess
  readonly #options: ProcessOptions
  readonly #calls = new Map<number, RunningCall>()
  readonly #requests = new Set<ClientHttp2Stream>()
  /** The requests whose response has not begun. */
  readonly #unanswered = new Set<ClientHttp2Stream>()
  /** The functions that end requests which clients have canceled, until their code has ended. */
  readonly #canceled = new Map<number, () => void>()
  /** Who makes each call and request. */
  readonly #callers = new Map<number, Caller>()
  readonly #channel: RouteChannel
  readonly #ready = Promise.withResolvers<CodeVersion>()
  /** The file that is being loaded. */
  #file = ''
  #lastId = 0
  #jobs = 0
  readonly #dataRequests = { outside: 0, inTransactions: 0 }
  #checks: NodeJS.Timeout | undefined
  #checkKind: keyof typeof checkIntervalMs = 'idle'
  /**
   * Time in milliseconds since the ping that has no response yet, as the sum of the intervals of checks. While this thread stands still,
   * it makes no checks, and could not read a response either.
   */
  #silentMs: number | undefined
  #reason: string | undefined
  #hasEnded = false
  /** Resolves when the process can no longer be called: one of its connections is closed, which is known before its end. */
  readonly disconnected: Promise<void>
  readonly ended: Promise<void>

  constructor(options: ProcessOptions) {
    this.#options = options
    const { folder, maxProcessBytes, variables } = options
    const env = Object.fromEntries(variables.map(name => [name, process.env[name]]))
    this.#child = fork(program, [cofferModule, folder], {
      cwd: folder,
      env,
      execArgv: [`--max-old-space-size=${Math.ceil(maxProcessBytes / megabyte)}`, '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
    })
    const { promise, resolve: disconnect } = Promise.withResolvers<void>()
    this.disconnected = promise
    this.#child.on('disconnect', disconnect)
    this.#channel = new RouteChannel(this.#child.stdio[4] as Duplex, () => {
      disconnect()
      // The end of the process closes it, too, and has a reason of its own.
      setTimeout(() => this.kill('Its connection for routes was closed.'), closedChannelMs).unref()
    })
    this.#child.on('message', (message: FromCode) => this.#receive(message))
    this.#ready.promise.then(
      () => this.#watch(),
      () => undefined,
    )
    this.ended = new Promise(resolve => {
      const end = (ending: string) => {
        this.#reason ??= ending
        this.#hasEnded = true
        clearInterval(this.#checks)
        disconnect()
        resolve()
        const error = this.#lostError()
        this.#ready.reject(error)
        for (const call of this.#calls.values()) call.reject(error)
        this.#calls.clear()
        for (const end of this.#canceled.values()) end()
        this.#channel.close()
      }
      this.#child.on('error', error => end(messageOf(error)))
      this.#child.on('exit', (status, signal) => end(signal ? `${signal} ended it.` : `It exited with the status ${status}.`))
    })
  }

  /** Loads the current files, or those of a version. Rejects if one cannot be loaded, or not in time. Then the caller ends the process. */
  start(modules?: FolderModules): Promise<CodeVersion> {
    this.#send({ kind: 'load', ...(modules && { modules }) })
    const { loadMs } = this.#options
    const timer = setTimeout(() => {
      const text = `${this.#file} could not be loaded within ${loadMs / 1000} s. Look for an endless loop, or an "await" that never ends.`
      this.#ready.reject(new LoadTimeoutError(text))
    }, loadMs)
    return this.#ready.promise.finally(() => clearTimeout(timer))
  }

  /** Why the process has ended. */
  get reason(): string {
    return this.#reason ?? 'It ended.'
  }

  /** Number of running calls and requests. */
  get load(): number {
    return this.#calls.size + this.#requests.size
  }

  /** Number of running calls, and of requests whose response has not begun. */
  get pending(): number {
    return this.#calls.size + this.#unanswered.size
  }

  /** Whether the process responds to pings at once. */
  get isResponsive(): boolean {
    return (this.#silentMs ?? 0) === 0
  }

  /** Number of running jobs, which can last longer than calls. */
  get jobs(): number {
    return this.#jobs
  }

  /** Calls hooks. Rejects after the deadline, or if the process ends. */
  call({ hooks, event, as, authorization, transaction }: CodeCall, deadlineMs: number): Promise<CodeOutcome> {
    const allowed = transaction === undefined ? `within ${allowedTime(deadlineMs)}` : 'while their transaction waited for them.'
    const { id, ended, reject } = this.#begin<CodeOutcome>(callerOf(authorization))
    const timer = setTimeout(() => reject(new HookTimeoutError(`The hooks did not end ${allowed}`)), deadlineMs)
    this.#send({ kind: 'call', id, hooks, as, event, transaction })
    return ended.finally(() => clearTimeout(timer))
  }

  /**
   * Runs a job. Rejects if the process ends. The process is ended after the deadline, or when another node runs the job, because
   * nothing else can stop a job. While another node may run the job, its access to data is rejected.
   */
  async runJob(name: string, deadlineMs: number, right?: JobRight): Promise<JobOutcome> {
    // Before the process knows the job: it also runs other calls, which must not end with it.
    right?.lost?.throwIfAborted()
    const late = `The job did not end within ${deadlineMs / 60_000} minutes.`
    const { id, ended } = this.#begin<JobOutcome>(jobCaller(right))
    this.#jobs += 1
    this.#send({ kind: 'job', id, name })
    const timer = setTimeout(() => this.kill(late), deadlineMs)
    const stop = () => this.kill(messageOf(right?.lost?.reason))
    right?.lost?.addEventListener('abort', stop)
    return ended.finally(() => {
      clearTimeout(timer)
      right?.lost?.removeEventListener('abort', stop)
      this.#jobs -= 1
    })
  }

  #lostError(): CodeProcessLost {
    return new CodeProcessLost(`The process of hooks ended before it responded. ${this.reason}`)
  }

  #begin<Outcome>(caller: Caller) {
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    this.#calls.set(id, { resolve, reject })
    if (this.#hasEnded) reject(this.#lostError())
    this.#callers.set(id, caller)
    this.#watch()
    const ended = promise.finally(() => {
      this.#calls.delete(id)
      this.#callers.delete(id)
    })
    return { id, ended, reject }
  }

  /**
   * Sends a request to a route. Rejects if no response begins before the deadline, or if the process ends. If its client cancels it,
   * rejects once its code has ended, so that clients cannot cause more work than they may by canceling.
   */
  request(request: RouteRequest, deadlineMs: number): Promise<RouteResponse> {
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<RouteResponse>()
    const stream = this.#channel.open(id, request)
    this.#requests.add(stream)
    this.#unanswered.add(stream)
    this.#callers.set(id, callerOf(request.authorization))
    this.#watch()
    const cancel = () => {
      this.#canceled.set(id, () => reject(new RouteCanceledError('The client canceled the request.')))
      stream.destroy()
    }
    request.signal.addEventListener('abort', cancel)
    const timer = setTimeout(() => {
      this.#canceled.get(id)?.()
      reject(new RouteTimeoutError(`The route did not respond within ${allowedTime(deadlineMs)}`))
      stream.destroy()
    }, deadlineMs)
    const end = () => {
      clearTimeout(timer)
      request.signal.removeEventListener('abort', cancel)
      this.#canceled.delete(id)
    }
    stream.on('response', headers => {
      this.#unanswered.delete(stream)
      const error = headers[routeErrorHeader]
      resolve({
        status: Number(headers[':status']),
        headers,
        stream,
        ...(error !== undefined && { error: decodeURIComponent(String(error)) }),
      })
    })
    const fail = (error: Error) => {
      if (!this.#canceled.has(id)) reject(error)
    }
    stream.on('error', fail)
    stream.on('close', () => {
      this.#requests.delete(stream)
      this.#callers.delete(id)
      if (this.#unanswered.delete(stream))
        fail(new CodeProcessLost(`The process of the route ended before it responded. ${this.reason}`))
    })
    return promise.finally(end)
  }

  kill(reason: string): void {
    if (this.#hasEnded) return
    this.#reason = reason
    this.#child.kill('SIGKILL')
  }

  /** Checks whether the process responds, and its memory: often while there are calls. */
  #watch(): void {
    const kind = this.load > 0 ? 'busy' : 'idle'
    if (this.#hasEnded || (this.#checks && this.#checkKind === kind)) return
    clearInterval(this.#checks)
    this.#checkKind = kind
    this.#checks = setInterval(() => this.#check(), checkIntervalMs[kind]).unref()
  }

  #check(): void {
    if (this.#silentMs !== undefined) this.#silentMs += checkIntervalMs[this.#checkKind]
    if ((this.#silentMs ?? 0) > maxSilenceMs) this.kill(`A hook blocked it for more than ${maxSilenceMs / 1000} second.`)
    else if (memoryOfProcess(this.#child.pid) > 2 * this.#options.maxProcessBytes) this.kill('It used too much memory.')
    else if (this.#silentMs === undefined) {
      this.#silentMs = 0
      this.#send({ kind: 'ping' })
    }
    this.#watch()
  }

  #send(message: ToCode): void {
    // Sending to an ended process fails, which the `exit` event reports.
    this.#child.send(message, () => undefined)
  }

  #receive(message: FromCode): void {
    if (message.kind === 'pong') this.#silentMs = undefined
    else if (message.kind === 'ready') this.#ready.resolve(message.version)
    else if (message.kind === 'loading') this.#file = message.file
    else if (message.kind === 'broken') this.#ready.reject(new Error(`${message.file} could not be loaded. ${message.error}`))
    else if (message.kind === 'canceled') this.#canceled.get(message.id)?.()
    else if (message.kind === 'brokenBody') this.#options.onBrokenBody(message.mount, message.error)
    else if (message.kind === 'outcome') this.#calls.get(message.id)?.resolve(message.outcome as never)
    else void this.#provide(message)
  }

  async #provide({ id, call, transaction, request }: Extract<FromCode, { kind: 'data' }>): Promise<void> {
    // What a killed process has sent can arrive after its end, when the rights of its calls are no longer known.
    if (this.#hasEnded) return
    const kind = transaction === undefined ? 'outside' : 'inTransactions'
    if (this.#dataRequests[kind] >= maxDataRequests) {
      const json = JSON.stringify({ message: `Hooks make more than ${maxDataRequests} requests for data at once.` })
      return this.#send({ kind: 'data', id, response: { status: 429, json } })
    }
    this.#dataRequests[kind] += 1
    const caller = call === undefined ? undefined : this.#callers.get(call)
    const authorization = request.as === 'caller' ? caller?.authorization : undefined
    const perform = async () => {
      if (caller?.right && !(await caller.right.isHeld())) return mayRunElsewhere
      return this.#options.perform(request, authorization, transaction, caller?.right?.claimed)
    }
    const response = await (caller ? caller.inContext(perform) : perform()).catch(error => ({
      status: 500,
      json: JSON.stringify({ message: String(error) }),
    }))
    this.#dataRequests[kind] -= 1
    this.#send({ kind: 'data', id, response })
  }
}
