import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '../errors/inspectError.ts'
import { CodeProcess, type ProcessOptions } from './CodeProcess.ts'
import type { CodeVersion, LoadedCode } from './process/messages.ts'

/** How the processes of hooks are run. */
export interface CodeOptions {
  /** Number of processes. */
  processes?: number
  /** Maximum memory of a process in bytes. */
  maxProcessBytes?: number
  /** Milliseconds in which a process must have loaded all files. */
  loadMs?: number
  /** Milliseconds that a call of a hook can take, and that a route has to begin its response. */
  deadlineMs?: number
  /** Milliseconds that the hooks inside of a transaction can take together. */
  insideMs?: number
  /** Milliseconds that a job can take. */
  jobDeadlineMs?: number
  /** Names of the environment variables that hooks can read. */
  variables?: readonly string[]
  /** Delays in milliseconds after failed calls after a change. There is one more attempt. */
  retryDelaysMs?: readonly number[]
}

/** Pauses before a process that has ended is replaced: the first, and the longest one. */
const restartPauseMs = { first: 50, longest: 10_000 }
/** Time after which a process counts as healthy, so that the next pause is the first one. */
const healthyMs = 30_000
/** Interval at which the calls of a replaced process are checked. */
const drainIntervalMs = 20
/** Maximum time in milliseconds that responses which have begun get to end before their replaced process is killed. */
const maxStreamDrainMs = 5_000

interface PoolParts {
  folder: string
  options: Required<Pick<CodeOptions, 'processes' | 'maxProcessBytes' | 'loadMs' | 'deadlineMs' | 'variables'>>
  /** Makes the requests of hooks for data. */
  perform: ProcessOptions['perform']
  onBrokenBody: ProcessOptions['onBrokenBody']
  warn: (message: string, error: unknown) => void
}

/** A pool of processes that all run the same version of the files. A process that ends is replaced. */
export class ProcessPool {
  readonly #parts: PoolParts
  #processes: CodeProcess[] = []
  /** The version that the processes run. */
  #version: CodeVersion | undefined
  /** All running processes. Some are still starting, others are finishing their last calls. */
  readonly #alive = new Set<CodeProcess>()
  /** Resolves when a process is ready, for calls that wait for one. */
  #available = Promise.withResolvers<void>()
  #pauseMs = restartPauseMs.first
  /** Why the last process has ended, or could not start. */
  #lastEnd = ''
  #isClosing = false

  constructor(parts: PoolParts) {
    this.#parts = parts
  }

  /** Number of processes that can be called. */
  get size(): number {
    return this.#processes.length
  }

  /** Why there are no processes; empty if there are some. */
  get stopped(): string {
    return this.#processes.length === 0 ? this.#lastEnd : ''
  }

  /** Whether the processes have loaded a file of this name. */
  hasLoaded(name: string): boolean {
    return [...(this.#version?.modules.sources.keys() ?? [])].some(url => url.endsWith(`/${encodeURI(name)}`))
  }

  /**
   * Starts processes that load the current files, and ends the former ones once these are ready and their calls have ended. One process
   * reads the files, and the others load what it has read: files that are saved in the meantime are a later version.
   * @throws Error if a file cannot be loaded. The former processes keep running.
   */
  async load(accept: (code: LoadedCode) => void): Promise<void> {
    if (this.#isClosing) return
    const started = Array.from({ length: this.#parts.options.processes }, () => this.#start())
    try {
      const [first, ...others] = started
      const version = await first?.start()
      await Promise.all(others.map(process => process.start(version?.modules)))
      if (version) accept(version.code)
      this.#version = version
    } catch (error) {
      for (const process of started) process.kill('It could not be loaded.')
      throw error
    }
    const former = this.#processes.splice(0, Number.POSITIVE_INFINITY, ...started)
    for (const process of started) this.#replaceWhenEnded(process)
    this.#available.resolve()
    for (const process of former) void this.#drain(process)
  }

  /** Waits for a process, and returns the one with the lowest load and the time that is left. */
  async take(deadlineMs = this.#parts.options.deadlineMs): Promise<{ process: CodeProcess; leftMs: number }> {
    const until = performance.now() + deadlineMs
    if (this.#processes.length === 0) await Promise.race([this.#available.promise, wait(deadlineMs, undefined, { ref: false })])
    const [process] = this.#processes.toSorted(
      (one, other) => Number(other.isResponsive) - Number(one.isResponsive) || one.load - other.load,
    )
    if (!process) throw new Error('No process of hooks is running. The log says why.')
    return { process, leftMs: Math.max(1, until - performance.now()) }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    const processes = [...this.#alive]
    for (const process of processes) process.kill('The server stops.')
    await Promise.all(processes.map(({ ended }) => ended))
  }

  #start(): CodeProcess {
    const { folder, options, perform, onBrokenBody } = this.#parts
    const process = new CodeProcess({ ...options, folder, perform, onBrokenBody })
    this.#alive.add(process)
    void process.ended.then(() => this.#alive.delete(process))
    return process
  }

  /**
   * Ends a process once its calls have ended. Jobs have a deadline of their own. Other calls, and requests until their response begins,
   * have the deadline of calls. Responses that have begun could last forever, so they have a shorter one.
   */
  async #drain(process: CodeProcess): Promise<void> {
    const { deadlineMs } = this.#parts.options
    const started = performance.now()
    const isBusy = () => {
      const passedMs = performance.now() - started
      if (process.jobs > 0 || (process.pending > 0 && passedMs < deadlineMs)) return true
      return process.load > 0 && passedMs < Math.min(deadlineMs, maxStreamDrainMs)
    }
    while (isBusy()) await wait(drainIntervalMs, undefined, { ref: false })
    process.kill('Its hooks were loaded again.')
  }

  #replaceWhenEnded(process: CodeProcess): void {
    const started = performance.now()
    const version = this.#version
    void process.disconnected.then(async () => {
      const index = this.#processes.indexOf(process)
      if (index === -1 || this.#isClosing) return
      this.#processes.splice(index, 1)
      if (this.#processes.length === 0) this.#available = Promise.withResolvers()
      await process.ended
      if (this.#isClosing) return
      if (performance.now() - started > healthyMs) this.#pauseMs = restartPauseMs.first
      this.#lastEnd = process.reason
      const reason = new Error(process.reason)
      this.#parts.warn(`A process of hooks has ended. Another one starts in ${this.#pauseMs} ms.`, reason)
      await this.#replace(version)
    })
  }

  /** Starts a process with the version of one that has ended, unless a later version has replaced all processes. */
  async #replace(version: CodeVersion | undefined): Promise<void> {
    await wait(this.#pauseMs, undefined, { ref: false })
    this.#pauseMs = Math.min(2 * this.#pauseMs, restartPauseMs.longest)
    if (this.#isClosing || this.#version !== version) return
    const process = this.#start()
    try {
      await process.start(version?.modules)
    } catch (error) {
      process.kill('It could not be loaded.')
      if (this.#isClosing) return
      this.#lastEnd = messageOf(error)
      this.#parts.warn('A process of hooks could not start.', error)
      return this.#replace(version)
    }
    if (this.#isClosing || this.#version !== version) return process.kill('Its hooks were loaded again.')
    this.#processes.push(process)
    this.#replaceWhenEnded(process)
    this.#available.resolve()
  }
}
