import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { messageOf } from '../errors/inspectError.ts'
import { type BlockingLine, createLine, postToBlocked } from '../runtime/blockingCalls.ts'
import type {
  CallOperations,
  CommandOutcome,
  EnterTransaction,
  HostAnswer,
  HostRequest,
  Loaded,
  NestedCall,
  NestedOutcome,
  ScriptCall,
  ScriptOutcome,
  ThreadStart,
} from './messages.ts'
import { NestedCalls } from './NestedCalls.ts'

/** The memory and time that a call can use. */
export interface CallLimits {
  /** Bytes of the heap of a thread, with the bytes of its arrays. */
  heapBytes: number
  /** Time that a script can compute without asking the server. While it waits for the server, it does not compute. */
  computingMs: number
  /** Time of a call for a request, with all that it waits for: longer than two requests of a script to other servers. */
  callMs: number
}

export const defaultCallLimits: CallLimits = { heapBytes: 256 * 1024 * 1024, computingMs: 10_000, callMs: 300_000 }

/** Time in which all files must be loaded; each has its own limit. */
const maxLoadMs = 60_000
/** Milliseconds between checks of the memory that a call uses. */
const memoryIntervalMs = 25
/** Time within which a thread must end. A thread inside one built-in function ends only after that function returns. */
const maxEndMs = 1_000

/**
 * Returns the heap in megabytes with which V8 itself ends a thread, or the process if one allocation does not fit. It is far above
 * the limit, so that the check of its memory ends the thread first.
 */
const hardHeapMegabytes = (heapBytes: number): number => Math.max(1536, (4 * heapBytes) / 1024 ** 2)

export interface ThreadOptions extends Pick<ThreadStart, 'folder' | 'dataDir' | 'isDev' | 'command'> {
  variables: readonly string[]
  limits?: CallLimits
  /** Performs an operation that a script waits for. */
  perform: (request: HostRequest) => Promise<HostAnswer>
}

/** The operations that lead to further calls: those of the server's routes, and requests that can reach this server. */
const nestingOperations: readonly string[] = ['serve', 'send', 'download', 'sendTokenMail']

/** A thread that runs handlers one at a time, and is blocked while it waits for the server. */
export class ScriptThread {
  /** What the files have registered when the thread was started; absent in a thread that loads them. */
  readonly loaded: Loaded | undefined
  readonly #worker: Worker
  readonly #line: BlockingLine
  readonly #ended = Promise.withResolvers<never>()
  /** The transactions that the call has begun, with the functions that end their turns. */
  readonly #transactions = new Map<number, () => void>()
  readonly #perform: ThreadOptions['perform']
  /** The operations of the call that is running. */
  #own: CallOperations = {}
  #enter: EnterTransaction | undefined
  /** The calls that run while others wait, the last one innermost. */
  readonly #nested: PromiseWithResolvers<ScriptOutcome>[] = []
  #timer: NodeJS.Timeout | undefined
  readonly #limits: CallLimits
  /** Time that the current call can compute without asking the server. */
  #maxMs: number
  #isCalled = false
  #memoryTimer: NodeJS.Timeout | undefined
  isEnded = false
  /** Whether the thread is still running after it was ended. */
  isStuck = false
  /** The exit status of the thread, as `$os.exit` sets it. */
  exitStatus: number | undefined

  constructor(
    { folder, dataDir, isDev, command, variables, limits = defaultCallLimits, perform }: ThreadOptions,
    loaded?: Loaded,
  ) {
    this.loaded = loaded
    this.#limits = limits
    this.#maxMs = limits.computingMs
    this.#perform = perform
    const [line, other] = createLine()
    const start: ThreadStart = {
      ...{ ...other, folder, dataDir, isDev },
      ...(command && { command }),
      ...(loaded && { loaded }),
    }
    this.#line = line
    this.#worker = new Worker(new URL('./thread/runThread.ts', import.meta.url), {
      workerData: start,
      transferList: [other.port],
      env: Object.fromEntries(variables.map(name => [name, process.env[name]])),
      name: 'pb_hooks',
      resourceLimits: { maxOldGenerationSizeMb: hardHeapMegabytes(limits.heapBytes) },
    })
    line.port.on('message', (message: HostRequest | NestedOutcome) => {
      this.#stopClock()
      if ('outcome' in message) this.#nested.pop()?.resolve(message.outcome)
      else void this.#answer(message)
    })
    this.#ended.promise.catch(() => undefined)
    this.#worker.on('error', error => this.#end(messageOf(error)))
    this.#worker.on('exit', status => {
      this.exitStatus = status
      this.#end('It has ended its thread, as $os.exit() does.')
    })
  }

  /** The transactions that the current call has begun and not ended. */
  get transactions(): readonly number[] {
    return [...this.#transactions.keys()]
  }

  /** Ends the turn of a transaction that has ended. */
  endTurn(transaction: number): void {
    this.#transactions.get(transaction)?.()
    this.#transactions.delete(transaction)
  }

  /** Waits until the thread can be called. */
  async ready(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#worker.once('message', () => resolve())
    await Promise.race([promise, this.#ended.promise])
  }

  /** Waits for the files that the thread loads. */
  load(): Promise<Loaded> {
    return this.#receive<Loaded>(maxLoadMs)
  }

  /** Waits until the thread has run its command. */
  runCommand(): Promise<CommandOutcome> {
    return this.#receive<CommandOutcome>(Number.POSITIVE_INFINITY)
  }

  /** @param enter waits for the turn of the client that calls; without it, transactions begin at once */
  call(call: ScriptCall, own: CallOperations = {}, enter?: EnterTransaction): Promise<ScriptOutcome> {
    this.#own = own
    this.#enter = enter
    this.#worker.postMessage(call)
    return this.#limit(call, this.#receive<ScriptOutcome>())
  }

  /** Runs a call while the thread waits for an operation. */
  async #callNested(call: ScriptCall, own: CallOperations = {}, enter?: EnterTransaction): Promise<ScriptOutcome> {
    const outer = { own: this.#own, enter: this.#enter }
    this.#own = own
    this.#enter = enter
    const outcome = Promise.withResolvers<ScriptOutcome>()
    this.#nested.push(outcome)
    this.#send({ call })
    try {
      return await this.#limit(call, Promise.race([outcome.promise, this.#ended.promise]))
    } finally {
      this.#own = outer.own
      this.#enter = outer.enter
    }
  }

  /** Ends the thread if a call takes too long. Jobs can take any time. */
  #limit(call: ScriptCall, outcome: Promise<ScriptOutcome>): Promise<ScriptOutcome> {
    if (call.kind === 'job') return outcome
    const { callMs } = this.#limits
    const deadline = setTimeout(() => this.#kill(`It took more than ${callMs / 1000} seconds.`), callMs).unref()
    return outcome.finally(() => clearTimeout(deadline))
  }

  /** Wakes the thread, which waits for a message. */
  #send(message: HostAnswer | NestedCall): void {
    this.#startClock()
    postToBlocked(this.#line, message)
  }

  /** Performs an operation that the thread waits for. */
  async #answer(request: HostRequest): Promise<void> {
    const perform = () => (Object.hasOwn(this.#own, request.name) ? this.#performOwn(request) : this.#perform(request))
    const answer = await (nestingOperations.includes(request.name)
      ? new NestedCalls((...call) => this.#callNested(...call)).during(perform)
      : request.name === 'begin'
        ? this.#begin(request)
        : perform())
    if (!this.isEnded) {
      if (request.name === 'end') this.endTurn(Number(request.transaction ?? request.args[0]))
      this.#send(answer)
    }
  }

  /** Begins a transaction as soon as the client of the call has its turn. */
  async #begin(request: HostRequest): Promise<HostAnswer> {
    let endTurn: () => void = () => undefined
    try {
      if (this.#enter) endTurn = await this.#enter()
    } catch (error) {
      return { error: messageOf(error), failure: { status: 503, message: messageOf(error), data: {} } }
    }
    const answer = this.isEnded ? { error: 'The thread has ended.' } : await this.#perform(request)
    if (!('result' in answer)) endTurn()
    else if (!this.isEnded) this.#transactions.set(Number(answer.result), endTurn)
    else {
      // The thread ended before its transaction began. Left open, the transaction would make all other changes wait.
      await this.#perform({ name: 'end', args: [answer.result, false] })
      endTurn()
    }
    return answer
  }

  async #performOwn({ name, args }: HostRequest): Promise<HostAnswer> {
    try {
      return { result: await this.#own[name]?.(args[0] as never) }
    } catch (error) {
      return { error: messageOf(error) }
    }
  }

  async close(): Promise<void> {
    this.#end('The server stops.')
    this.isStuck = true
    const ended = this.#worker.terminate().then(() => {
      this.isStuck = false
    })
    await Promise.race([ended, wait(maxEndMs, undefined, { ref: false })])
    this.#line.port.close()
  }

  async #receive<T>(maxMs = this.#limits.computingMs): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>()
    this.#maxMs = maxMs
    this.#isCalled = true
    this.#startClock()
    this.#watchMemory()
    this.#worker.once('message', resolve)
    try {
      return await Promise.race([promise, this.#ended.promise])
    } finally {
      this.#stopClock()
      this.#isCalled = false
      clearTimeout(this.#memoryTimer)
      this.#worker.off('message', resolve)
    }
  }

  #startClock(): void {
    this.#stopClock()
    if (!Number.isFinite(this.#maxMs)) return
    const seconds = this.#maxMs / 1000
    const text = `It computed for more than ${seconds} seconds. Look for an endless loop.`
    this.#timer = setTimeout(() => this.#kill(text), this.#maxMs).unref()
  }

  /** Ends the thread once it holds too much. V8's own limit can end the process, and does not count the bytes of arrays. */
  #watchMemory(): void {
    clearTimeout(this.#memoryTimer)
    this.#memoryTimer = setTimeout(() => void this.#checkMemory(), memoryIntervalMs).unref()
  }

  async #checkMemory(): Promise<void> {
    const megabytes = Math.round(this.#limits.heapBytes / 1024 ** 2)
    try {
      const { used_heap_size: heap, external_memory: external } = await this.#worker.getHeapStatistics()
      if (heap + external > this.#limits.heapBytes) this.#kill(`It used more than ${megabytes} MB of memory.`)
    } catch {
      // The thread has ended.
    }
    if (!this.isEnded && this.#isCalled) this.#watchMemory()
  }

  #kill(reason: string): void {
    this.#end(reason)
    void this.#worker.terminate()
  }

  #stopClock(): void {
    clearTimeout(this.#timer)
  }

  #end(reason: string): void {
    this.isEnded = true
    this.#stopClock()
    clearTimeout(this.#memoryTimer)
    this.#ended.reject(new Error(reason))
  }
}
