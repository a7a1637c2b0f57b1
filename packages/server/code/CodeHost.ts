import { isObject } from '@coffer/fields'
import { type Issues, parseFilter, parseSchedule } from '@coffer/schema'
import { messageOf, traceOf } from '../errors/inspectError.ts'
import { Rejection } from '../errors/Rejection.ts'
import {
  type HookCall,
  type HookedAction,
  hookName,
  type InsideCall,
  type InsideHookNames,
  type InsideOutcome,
} from '../messages/HookCall.ts'
import { FolderWatcher } from '../runtime/FolderWatcher.ts'
import { lines, print, printError } from '../runtime/terminal.ts'
import { CallStatistics } from './CallStatistics.ts'
import { CodeError, HookTimeoutError, hooksNotLoaded, LoadTimeoutError, RouteCanceledError } from './CodeError.ts'
import type { CodeCall, ProcessOptions } from './CodeProcess.ts'
import type { JobRight } from './JobClaim.ts'
import type { CodeOptions, ProcessPool } from './ProcessPool.ts'
import { type CodeOutcome, isCalledFor, type JobOutcome, type LoadedCode, type RegisteredHook } from './process/messages.ts'
import type { RouteRequest, RouteResponse } from './RouteChannel.ts'

/** How the processes of hooks are run unless options say otherwise. */
export const defaultCodeOptions = {
  processes: 2,
  maxProcessBytes: 256 * 1024 * 1024,
  loadMs: 30_000,
  deadlineMs: 5_000,
  insideMs: 500,
  jobDeadlineMs: 60 * 60_000,
  variables: [],
}
/** Time without changes of files after which hooks are loaded again. */
const quietMs = 100
/** Whether the server writes a file for editors. */
const isForEditors = (name: string): boolean => /(\.d\.ts(\.new)?|tsconfig\.json)$/.test(name)

interface HostParts {
  folder: string
  options?: CodeOptions | undefined
  warn: (message: string, error: unknown) => void
}

/** Why changed files could not be loaded. */
export interface BrokenCode {
  error: string
  /** When they were to be loaded, in milliseconds since 1970. */
  since: number
}

const nothing: LoadedCode = { files: [], hooks: [], routes: [], jobs: [] }

/** The names of all hooks before actions. While files are not loaded, nobody knows what they would reject. */
const allBefore = (['create', 'update', 'delete', 'list', 'view', 'signIn'] as const).map(action => hookName('*', action))

/** Runs the hooks, routes and jobs of a folder in processes of their own, and loads them again when their files change. */
export class CodeHost {
  readonly #parts: HostParts
  readonly #options: Required<Omit<CodeOptions, 'retryDelaysMs'>>
  readonly statistics = new CallStatistics()
  #pool: ProcessPool | undefined
  #code = nothing
  #hooksBefore: readonly string[] | undefined
  #hooksInside: InsideHookNames | undefined
  #broken: BrokenCode | undefined
  #watcher: FolderWatcher | undefined
  #reload: NodeJS.Timeout | undefined
  #loading: Promise<void> = Promise.resolve()
  #isClosing = false

  constructor(parts: HostParts) {
    this.#parts = parts
    this.#options = { ...defaultCodeOptions, ...parts.options }
  }

  /**
   * Loads the files, and follows their changes. If a file does not end loading, the server starts, but rejects requests for records until
   * the file is repaired.
   * @param perform makes the requests of hooks for data
   * @throws Error if a file cannot be loaded
   */
  async open(perform: ProcessOptions['perform']): Promise<void> {
    const { folder, warn } = this.#parts
    // Loaded only by servers with hooks, because HTTP/2, over which routes are called, takes memory.
    const { ProcessPool } = await import('./ProcessPool.ts')
    const onBrokenBody = (mount: string, error: string) => this.#noteBrokenBody(mount, error)
    const pool = new ProcessPool({ folder, warn, options: this.#options, perform, onBrokenBody })
    try {
      await pool.load(code => this.#accept(code))
    } catch (error) {
      if (!(error instanceof LoadTimeoutError)) throw new Error(`Hooks in ${folder} could not be loaded.`, { cause: error })
      this.#hooksBefore = allBefore
      this.#noteBroken('Hooks could not be loaded. Requests for records are rejected until they are.', error)
    }
    this.#pool = pool
    this.#watcher = new FolderWatcher(folder, {
      onChange: name => {
        if (this.#isCode(name)) this.#noteChange(pool)
      },
      onError: error => warn('Changes of hooks are not noticed anymore. Restart the server.', error),
    })
  }

  get folder(): string {
    return this.#parts.folder
  }

  /** Whether the hooks are known. Before, changes must not be planned. */
  get isLoaded(): boolean {
    return this.#code !== nothing
  }

  /** What the files have registered. */
  get code(): LoadedCode {
    return this.#code
  }

  /** Why the last change of the files could not be loaded; undefined if it could. */
  get broken(): BrokenCode | undefined {
    return this.#broken
  }

  /** Number of processes that can be called. */
  get processes(): number {
    return this.#pool?.size ?? 0
  }

  /** Why no process can be called; empty if one can. */
  get stopped(): string {
    return this.#pool?.stopped ?? ''
  }

  /** The names of the hooks that are called before changes, see `hookName`; undefined if there are none. */
  get hooksBefore(): readonly string[] | undefined {
    return this.#hooksBefore
  }

  /** The hooks that are called inside of the transactions of changes; undefined if there are none. */
  get hooksInside(): InsideHookNames | undefined {
    return this.#hooksInside
  }

  /** Whether hooks are called before records are listed or viewed. */
  get hasReadHooks(): boolean {
    return this.#hooksBefore === allBefore || this.#code.hooks.some(({ action }) => action === 'list' || action === 'view')
  }

  /** The hooks that are called after changes. */
  get hooksAfter(): readonly RegisteredHook[] {
    return this.#code.hooks.filter(({ time }) => time === 'after')
  }

  /**
   * Calls the hooks before an action, and returns what they have left of it.
   * @throws Rejection if a hook rejects the action, or if the hooks are not loaded; Error if one fails or does not end in time
   */
  async callBefore(event: HookCall, authorization: string | undefined): Promise<HookedAction> {
    const { action } = event
    if (this.#hooksBefore === allBefore) throw new Rejection('internal', { message: hooksNotLoaded })
    const outcome = await this.#call({ hooks: this.#keysOf('before', event), event, as: 'caller', authorization })
    if ('rejection' in outcome) {
      const { message, issues } = outcome.rejection
      throw new Rejection(isRead(action) ? 'forbidden' : 'invalid', { message, issues: issuesOf(issues) })
    }
    if ('error' in outcome) throw new CodeError(outcome.error, outcome.runs.at(-1)?.key)
    const { input, filter } = outcome
    if (!isObject(input)) throw new Error('The hooks have left no object in event.input.')
    if (typeof filter !== 'string') throw new Error('The hooks have left no text in event.filter.')
    if (filter !== '') parseFilter(filter)
    return { action, input, filter }
  }

  /** Calls the hooks inside of a transaction. Never rejects: the transaction waits for the outcome. */
  async callInside(
    { transaction, call: event, timeoutMs }: InsideCall,
    authorization: string | undefined,
  ): Promise<InsideOutcome> {
    const hooks = this.#keysOf('inside', event)
    const failed = (kind: 'failed' | 'late', error: string, hook = hooks[0]): InsideOutcome => ({
      kind,
      error: traceOf(new CodeError(error, hook)),
    })
    try {
      const outcome = await this.#call({ hooks, event, as: 'caller', authorization, transaction }, timeoutMs)
      if ('error' in outcome) return failed('failed', outcome.error, outcome.runs.at(-1)?.key)
      if (!('rejection' in outcome)) return { kind: 'passed' }
      const { message, issues } = outcome.rejection
      return { kind: 'rejected', message, issues: issuesOf(issues) }
    } catch (error) {
      return failed(error instanceof HookTimeoutError ? 'late' : 'failed', String(error))
    }
  }

  /** Calls a hook after a change. Resolves with its error, if it fails. */
  async callAfter(key: string, event: HookCall): Promise<string | undefined> {
    try {
      const outcome = await this.#call({ hooks: [key], event, as: 'server' })
      if ('rejection' in outcome) return outcome.rejection.message
      return 'error' in outcome ? outcome.error : undefined
    } catch (error) {
      return String(error)
    }
  }

  /** Returns the mount of the route that handles a path, the longest one: `/orders` for `/orders/1`. */
  findRoute(path: string): string | undefined {
    const mounts = this.#code.routes.map(({ mount }) => mount)
    return mounts
      .filter(mount => mount === '/' || path === mount || path.startsWith(`${mount}/`))
      .reduce<string | undefined>((longest, mount) => (longest && longest.length > mount.length ? longest : mount), undefined)
  }

  /** Sends a request to a route. Rejects if no response begins in time, or the client has canceled it. */
  async request(request: RouteRequest): Promise<RouteResponse> {
    const started = performance.now()
    const file = this.#code.routes.find(({ mount }) => mount === request.mount)?.file ?? ''
    const count = (error?: string) => this.statistics.count(file, performance.now() - started, error)
    try {
      const { process, leftMs } = await this.#take()
      if (request.signal.aborted) throw new RouteCanceledError('The client canceled the request.')
      const response = await process.request(request, leftMs)
      count(response.error)
      return response
    } catch (error) {
      count(error instanceof RouteCanceledError ? undefined : String(error))
      throw error
    }
  }

  /** Runs a job. Rejects if it does not end in time, if its process ends, or if another node gets the right to run it. */
  async runJob(name: string, right?: JobRight): Promise<JobOutcome> {
    const { process } = await this.#take()
    return process.runJob(name, this.#options.jobDeadlineMs, right)
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#watcher?.close()
    clearTimeout(this.#reload)
    await this.#pool?.close()
  }

  /** Returns the keys of the hooks that are called for an action. */
  #keysOf(time: RegisteredHook['time'], { action, collection }: HookCall): string[] {
    const hooks = this.#code.hooks.filter(hook => hook.time === time && isCalledFor(hook, action, collection.name))
    return hooks.map(({ key }) => key)
  }

  #take(deadlineMs?: number): ReturnType<ProcessPool['take']> {
    // The pool still has the processes that it has killed.
    if (this.#isClosing) throw new Error('The server stops.')
    if (!this.#pool) throw new Error('The hooks are not loaded yet.')
    return this.#pool.take(deadlineMs)
  }

  /** Calls hooks and counts their runs. If the process fails, the error counts for the first hook. */
  async #call(call: CodeCall, deadlineMs?: number): Promise<CodeOutcome> {
    const started = performance.now()
    try {
      const { process, leftMs } = await this.#take(deadlineMs)
      const outcome = await process.call(call, leftMs)
      for (const { key, ms, error } of outcome.runs) this.statistics.count(key, ms, error)
      return outcome
    } catch (error) {
      const [key] = call.hooks
      if (key !== undefined) this.statistics.count(key, performance.now() - started, String(error))
      throw error
    }
  }

  /** Counts and logs the error of a route whose response has begun, because its request has no error that could be logged. */
  #noteBrokenBody(mount: string, error: string): void {
    const file = this.#code.routes.find(route => route.mount === mount)?.file ?? ''
    this.statistics.countError(file, error)
    this.#parts.warn(`A response of the route ${mount} broke off.`, new CodeError(error))
  }

  /**
   * Whether a change of a file can change what is loaded. Hooks write other files by relative paths, such as caches, because the folder is
   * their working directory. A name without an ending can be that of a folder.
   */
  #isCode(name: string): boolean {
    if (isForEditors(name)) return false
    if (!name.includes('.') || name === 'package.json' || /\.[cm]?[jt]s$/.test(name)) return true
    return name.endsWith('.json') && (this.#broken !== undefined || this.#pool?.hasLoaded(name) === true)
  }

  #noteChange(pool: ProcessPool): void {
    clearTimeout(this.#reload)
    this.#reload = setTimeout(() => {
      this.#loading = this.#loading
        .then(() => pool.load(code => this.#accept(code)))
        .then(() => print`The files of ${this.#parts.folder} were loaded again.`)
        .catch(error => {
          if (!this.#isClosing) this.#noteBroken(`Changed hooks could not be loaded. ${this.#whatRuns}`, error)
        })
    }, quietMs).unref()
  }

  get #whatRuns(): string {
    return this.isLoaded ? 'The former ones keep running.' : 'Requests for records are rejected until they are.'
  }

  /** Says in the terminal, in the log and on the dashboard that files cannot be loaded. */
  #noteBroken(message: string, error: unknown): void {
    this.#broken = { error: messageOf(error), since: Date.now() }
    printError`${message} ${lines(this.#broken.error)}`
    this.#parts.warn(message, error)
  }

  /** @throws Error if a job has an invalid schedule */
  #accept(code: LoadedCode): void {
    for (const { file, name, cron } of code.jobs) {
      try {
        parseSchedule(cron)
      } catch (error) {
        throw new Error(`${file} could not be loaded. The schedule "${cron}" of the job "${name}" is invalid.`, { cause: error })
      }
    }
    this.#code = code
    this.#broken = undefined
    this.#hooksBefore = namesOf(code, 'before')
    const names = namesOf(code, 'inside')
    this.#hooksInside = names && { names, timeoutMs: this.#options.insideMs }
    this.statistics.keep([
      ...code.hooks.map(({ key }) => key),
      ...code.routes.map(({ file }) => file),
      ...code.jobs.map(({ name }) => `job ${name}`),
    ])
  }
}

/** Returns the names of the hooks with a time; undefined if there are none. */
function namesOf({ hooks }: LoadedCode, time: RegisteredHook['time']): string[] | undefined {
  const named = hooks.filter(hook => hook.time === time).map(({ collection, action }) => hookName(collection, action))
  return named.length === 0 ? undefined : [...new Set(named)]
}

const isRead = (action: HookCall['action']): boolean => action === 'list' || action === 'view'

/** The code of messages that hooks write, as in PocketBase 0.22. */
const issueCode = 'validation_invalid_value'

/** Returns the messages of a hook as issues of the fields. */
function issuesOf(issues: Record<string, string>): Issues {
  return Object.fromEntries(
    Object.entries(issues).map(([field, message]) => [field, { code: issueCode, message: String(message) }]),
  )
}
