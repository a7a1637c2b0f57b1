import { relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CallStatistics } from '../code/CallStatistics.ts'
import { messageOf } from '../errors/inspectError.ts'
import { levels } from '../logs/LogEntry.ts'
import { scriptName } from '../messages/ScriptedCall.ts'
import { FolderWatcher } from '../runtime/FolderWatcher.ts'
import type { Remote } from '../runtime/Remote.ts'
import { lines, print, printError } from '../runtime/terminal.ts'
import { busy, busyAfterChange, ended, outcomeOf } from './callFailures.ts'
import type { ScriptStorages, ScriptThumbs } from './fileOperations.ts'
import { HandlerWarnings } from './HandlerWarnings.ts'
import { HostOperations, type HostStreams, type ScriptBackups, type ScriptMails } from './HostOperations.ts'
import {
  type CallOperations,
  type EnterTransaction,
  handlerKey,
  type LifecycleEvent,
  type Loaded,
  middlewaresOf,
  nothingLoaded,
  type Registered,
  type RegisteredRoute,
  type ScriptCall,
  type ScriptOutcome,
} from './messages.ts'
import { nestedCalls } from './NestedCalls.ts'
import { RouteTable } from './RouteTable.ts'
import type { ScriptReport } from './ScriptReport.ts'
import { defaultCallLimits, ScriptThread, type ThreadOptions } from './ScriptThread.ts'
import type { ScriptService } from './scriptService.ts'
import { errorEvents, readEvents } from './thread/eventNames.ts'

export interface ScriptHostParts extends Omit<ThreadOptions, 'perform'> {
  service: Remote<{ scripts: ScriptService }>['scripts']
  mails: ScriptMails
  storages: ScriptStorages
  thumbs: ScriptThumbs
  streams: HostStreams
  backups: () => ScriptBackups
  /** Maximum number of threads. */
  pool: number
  isWatched: boolean
  /** The server's own routes, with their whole paths. */
  ownRoutes: readonly Pick<RegisteredRoute, 'method' | 'path'>[]
  /** Writes to the log: level, message and data. */
  log: (level: number, message: string, data: object) => void
}

/** Time that hooks have when the server stops. */
const maxTerminateMs = 2_000
/** Time without changes of files after which they are loaded again. */
const quietMs = 50
/** Time that a request waits for a free thread. */
const maxQueueMs = 30_000
/** Time that a call after a committed change waits for a free thread: as long as the calls that occupy them can take. */
const maxQueueAfterMs = defaultCallLimits.callMs
/** Number of threads that start at once, because starting keeps a processor busy. */
const maxStarting = 2

/** Runs the files of `pb_hooks` as PocketBase 0.22 does. */
export class ScriptHost {
  readonly #parts: ScriptHostParts
  readonly #operations: HostOperations
  #loaded = nothingLoaded()
  #routes = new RouteTable([])
  #idle: ScriptThread[] = []
  #count = 0
  #starting = 0
  #waiting: PromiseWithResolvers<ScriptThread>[] = []
  #isClosed = false
  #watcher: FolderWatcher | undefined
  #reload: NodeJS.Timeout | undefined
  /** Whether files have changed since the last loading began. */
  #hasChanged = false
  #loadingAgain: Promise<void> | undefined
  readonly #all = new Set<ScriptThread>()
  readonly #statistics = new CallStatistics()
  #broken: ScriptReport['broken']
  readonly #warnings: HandlerWarnings

  constructor(parts: ScriptHostParts) {
    this.#parts = parts
    this.#operations = new HostOperations(parts)
    this.#warnings = new HandlerWarnings(parts.log)
  }

  /**
   * Loads the files.
   * @throws Error if one cannot be loaded and changes are not watched
   */
  async open(): Promise<void> {
    const loaded = await this.#load()
    if (loaded.problems.length > 0 && !this.#parts.isWatched) throw new Error(loaded.problems.join('\n'))
    await this.#bootstrap()
    if (!this.#parts.isWatched) return
    this.#watcher = new FolderWatcher(this.#parts.folder, {
      onChange: () => this.#noteChange(),
      onError: error => this.#warn('Changes of pb_hooks are not noticed anymore. Restart the server.', error),
    })
  }

  /** The routes, which win over the server's own. */
  get routes(): RouteTable {
    return this.#routes
  }

  /** Whether every request passes through scripts: middlewares, or hooks of errors. */
  get isAround(): boolean {
    const { pre, use, hooks } = this.#loaded
    return pre.length > 0 || use.length > 0 || hooks.some(({ event }) => errorEvents.includes(event))
  }

  /** The events of requests for which there are hooks, see `scriptName`. */
  get hookNames(): readonly string[] | undefined {
    return this.#hookNames
  }

  #hookNames: readonly string[] | undefined

  /** Number of calls of hooks of messages that can run at once, so that requests find free threads. */
  get maxMessageCalls(): number {
    return Math.ceil(this.#parts.pool / 4)
  }

  /** Whether there are hooks of an event, for all or some collections. */
  hasHooks = (event: string): boolean => this.#loaded.hooks.some(hook => hook.event === event)

  /** Returns the handler that a call is for, if it is one. */
  #handlerOf(call: ScriptCall): Registered | undefined {
    if (call.kind === 'route') return call.route
    return call.kind === 'job' ? call.job : undefined
  }

  /** Returns the handlers of the files with their calls, and the errors of files that cannot be loaded. */
  report(): ScriptReport {
    const { folder, pool } = this.#parts
    const shown = <Handler extends Registered>({ source: _, file, ...rest }: Handler) => ({
      ...rest,
      file: relative(folder, file),
      ...this.#statistics.report(handlerKey({ file, line: rest.line })),
    })
    const { routes, jobs, commands } = this.#loaded
    const hooks = [...middlewaresOf(this.#loaded), ...this.#loaded.hooks]
    return {
      ...{ folder, threads: pool, broken: this.#broken, commands },
      hooks: hooks.map(shown),
      routes: routes.map(({ middlewares: _, ...route }) => shown(route)),
      jobs: jobs.map(shown),
    }
  }

  /** Whether there are hooks of event streams. */
  get hasStreamHooks(): boolean {
    return this.#loaded.hooks.some(({ event }) => event.startsWith('onRealtime'))
  }

  /** Whether hooks belong to responses that could be cached. */
  get hasReadHooks(): boolean {
    return this.#hasReadHooks
  }

  #hasReadHooks = false

  /** The jobs of the files. */
  get jobs(): Loaded['jobs'] {
    return this.#loaded.jobs
  }

  /** Runs a job, and hands on what it prints. Returns the text of its error, which is logged; undefined if it has none. */
  async runJob(job: Loaded['jobs'][number], onPrint: (text: string) => void): Promise<string | undefined> {
    const print = async (text: string) => {
      onPrint(text)
      await this.#operations.perform({ name: 'print', args: [text] })
    }
    const { failure } = await this.call({ kind: 'job', job }, { print })
    if (!failure) return undefined
    const error = failure.details ?? failure.message
    this.#warn(`The job ${job.id} of pb_hooks has failed.`, error)
    return error
  }

  /**
   * Calls handlers. An error that is not for the client is logged and printed. `own` are operations for this call, and `enter` waits for the
   * turn of its client before a transaction.
   */
  async call(call: ScriptCall, own?: CallOperations, enter?: EnterTransaction): Promise<ScriptOutcome> {
    return this.#call(call, () => this.#take(), own, enter)
  }

  /** Calls handlers after a change is committed. It waits longer than any other call, because the client must not repeat the change. */
  async callAfter(call: ScriptCall, enter?: EnterTransaction): Promise<ScriptOutcome> {
    const take = () =>
      this.#take(maxQueueAfterMs).catch(error => {
        this.#warn('Handlers of pb_hooks were not called after a change, because no thread was free.', error)
        throw error
      })
    const { failure, ...outcome } = await this.#call(call, take, undefined, enter)
    return failure === busy ? { ...outcome, failure: busyAfterChange } : { ...outcome, ...(failure && { failure }) }
  }

  async #call(
    call: ScriptCall,
    take: () => Promise<ScriptThread>,
    own?: CallOperations,
    enter?: EnterTransaction,
  ): Promise<ScriptOutcome> {
    // A job that a handler starts would keep the handler waiting until it ends.
    const nested = call.kind === 'job' ? undefined : nestedCalls()
    // If its thread is ended, that is the error of the outer call.
    if (nested) return this.#note(nested.call(call, own, enter)).catch(() => outcomeOf(ended))
    let thread: ScriptThread
    try {
      thread = await take()
    } catch {
      return outcomeOf(busy)
    }
    const started = performance.now()
    try {
      return await this.#note(thread.call(call, own, enter))
    } catch (error) {
      this.#warn('A handler of pb_hooks was ended.', error)
      const handler = this.#handlerOf(call)
      if (handler) this.#statistics.count(handlerKey(handler), performance.now() - started, messageOf(error))
      return outcomeOf(ended)
    } finally {
      for (const id of thread.transactions) void this.#parts.service.end(id, false).finally(() => thread.endTurn(id))
      this.#release(thread)
    }
  }

  /** Counts the runs of handlers, and logs their error. */
  async #note(calling: Promise<ScriptOutcome>): Promise<ScriptOutcome> {
    const outcome = await calling
    const { runs = [], failure } = outcome
    for (const { key, ms, error } of runs) this.#statistics.count(key, ms, error)
    this.#warnings.add(runs)
    if (failure?.details !== undefined) this.#warn('A handler of pb_hooks has failed.', failure.details)
    return outcome
  }

  /** Whether a thread cannot be ended, so that a regular exit would wait for it. */
  isStuck = (): boolean => [...this.#all].some(thread => thread.isStuck)

  async close(): Promise<void> {
    this.#watcher?.close()
    clearTimeout(this.#reload)
    await Promise.race([this.#callLifecycle('onTerminate', false), wait(maxTerminateMs, undefined, { ref: false })])
    this.#isClosed = true
    // The threads that end are not replaced, and a job that still waits for one would keep the server from closing.
    for (const waiter of this.#waiting.splice(0)) waiter.reject(new Error('The server stops.'))
    await Promise.all([...this.#all].map(thread => thread.close()))
  }

  async #callLifecycle(event: LifecycleEvent, isRestart: boolean): Promise<void> {
    if (this.#loaded.hooks.some(hook => hook.event === event)) await this.call({ kind: 'hooks', event, isRestart })
  }

  async #bootstrap(): Promise<void> {
    await this.#callLifecycle('onBeforeBootstrap', false)
    await this.#callLifecycle('onAfterBootstrap', false)
  }

  /**
   * Loads changed files, as the original does by starting again. If they change in the meantime, they are loaded once more afterwards:
   * of two loadings at the same time, the one of the older files could end last.
   */
  async #loadAgain(): Promise<void> {
    while (this.#hasChanged && !this.#isClosed) {
      this.#hasChanged = false
      try {
        await this.#callLifecycle('onTerminate', true)
        await this.#load()
        await this.#bootstrap()
        print`The files of ${this.#parts.folder} were loaded again.`
      } catch (error) {
        if (!this.#isClosed) this.#warn('Changed files of pb_hooks could not be loaded.', error)
      }
    }
  }

  #start(loaded?: Loaded): ScriptThread {
    const thread = new ScriptThread({ ...this.#parts, perform: request => this.#operations.perform(request) }, loaded)
    this.#all.add(thread)
    return thread
  }

  async #load(): Promise<Loaded> {
    const loader = this.#start()
    const loaded = await loader.load().finally(() => this.#stop(loader))
    for (const problem of loaded.problems) printError`${lines(problem)}`
    this.#loaded = loaded
    this.#warnings.clear()
    const error = loaded.problems.join('\n')
    this.#broken = error === '' ? undefined : { error, since: Date.now() }
    const { hooks, routes, jobs } = loaded
    this.#statistics.keep([...middlewaresOf(loaded), ...hooks, ...routes, ...jobs].map(handlerKey))
    this.#routes = new RouteTable(loaded.routes)
    for (const { method, path, file, line } of this.#routes.replacing(this.#parts.ownRoutes))
      print`${method} ${path} of ${file}:${line} replaces the server's own route, as in PocketBase 0.22.`
    const names = loaded.hooks.flatMap(({ event, tags }) => (tags.length > 0 ? tags : ['*']).map(tag => scriptName(tag, event)))
    this.#hookNames = names.length > 0 ? [...new Set(names)] : undefined
    this.#hasReadHooks = loaded.hooks.some(({ event }) => readEvents.includes(event))
    for (const thread of this.#idle.splice(0)) {
      this.#count -= 1
      void this.#stop(thread)
    }
    if (loaded.hooks.length + loaded.routes.length > 0) this.#grow()
    return loaded
  }

  #noteChange(): void {
    clearTimeout(this.#reload)
    this.#reload = setTimeout(() => {
      this.#hasChanged = true
      this.#loadingAgain ??= this.#loadAgain().finally(() => {
        this.#loadingAgain = undefined
      })
    }, quietMs).unref()
  }

  /** Returns a free thread. While one is used, another one is ready or starts, because starting takes longer than most calls. */
  async #take(maxMs = maxQueueMs): Promise<ScriptThread> {
    if (this.#isClosed) throw new Error('The server stops.')
    const idle = this.#idle.pop()
    if (idle) {
      this.#grow()
      return idle
    }
    const waiter = Promise.withResolvers<ScriptThread>()
    this.#waiting.push(waiter)
    this.#grow()
    const late = setTimeout(() => {
      this.#waiting = this.#waiting.filter(other => other !== waiter)
      waiter.reject(new Error('No thread is free.'))
    }, maxMs).unref()
    return waiter.promise.finally(() => clearTimeout(late))
  }

  /** Starts a thread if none is free and there can be more. */
  #grow(): void {
    if (this.#idle.length > 0 || this.#count >= this.#parts.pool || this.#starting >= maxStarting || this.#isClosed) return
    this.#starting += 1
    this.#startReady()
      .then(thread => this.#release(thread))
      .catch(error => this.#waiting.shift()?.reject(error))
      .finally(() => {
        this.#starting -= 1
        if (this.#waiting.length > 0) this.#grow()
      })
  }

  async #startReady(): Promise<ScriptThread> {
    this.#count += 1
    const thread = this.#start(this.#loaded)
    try {
      await thread.ready()
      return thread
    } catch (error) {
      this.#count -= 1
      await this.#stop(thread)
      throw error
    }
  }

  /** Makes a thread available, unless it has ended or has former files. */
  #release(thread: ScriptThread): void {
    if (thread.isEnded || thread.loaded !== this.#loaded) {
      this.#count -= 1
      void this.#stop(thread)
      this.#grow()
      return
    }
    const waiter = this.#waiting.shift()
    if (waiter) waiter.resolve(thread)
    else this.#idle.push(thread)
  }

  async #stop(thread: ScriptThread): Promise<void> {
    await thread.close()
    if (!thread.isStuck) this.#all.delete(thread)
  }

  #warn(message: string, error: unknown): void {
    const text = error instanceof Error ? error.message : String(error)
    printError`${message} ${lines(text)}`
    this.#parts.log(levels.error, message, { error: text })
  }
}
