import type { StepResult } from '../../api/StepResult.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { type ApiRequest, bodyBytes, maxQuickFiles } from '../../messages/ApiRequest.ts'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import { FairQueue } from '../../runtime/clients/FairQueue.ts'
import type { RequestTask } from '../services.ts'

/**
 * Maximum number of writes that the writer has at once. SQLite commits up to 100 writes as one group (`TransactionQueue.ts`) and runs
 * the next group while the disk stores this one, so more than two groups would not make any of them larger.
 */
const maxRunningOnSqlite = 200
/** Ten for each connection, so that none is idle while a result is sent and the next write arrives. */
const maxRunningOnPostgres = 100

/** Time after which a write is rejected that found no turn, for example because another process locks the database. */
const maxWaitMs = 60_000

/** Writes are started while the unfinished ones will keep the writer busy for less than this. */
const maxRunningMs = 100
/** Estimated time for which a write without a body keeps the writer busy. */
const writeMs = 0.2
/** Estimates how long the body of a write takes to store. */
const storedBytesPerMs = 50_000
/** Number of writes after which the estimates are compared with the measured time. */
const writesPerSample = 8
/** Share of the latest sample in the average. */
const latestShare = 0.5

/** Returns the estimated milliseconds for which a write keeps the writer busy. */
function costOf({ request }: RequestTask): number {
  const { body } = request
  if (body.kind === 'json') return writeMs + body.text.length / storedBytesPerMs
  return writeMs + (body.kind === 'parsed' ? body.bytes.length : bodyBytes(request)) / storedBytesPerMs
}

/** Whether a request occupies a turn for passwords, a provider or a form, for which the requests of other clients wait. */
function occupiesTurn({ hasTurn, counted, body }: ApiRequest): boolean {
  if (hasTurn || counted?.kind === 'password' || counted?.kind === 'oauth2') return true
  return body.kind === 'form' && body.uploads.length > maxQuickFiles
}

const noTurn = () =>
  new Rejection('busy', {
    message: 'The server is busy: earlier changes take too long. Please try again in a moment.',
    retryAfterSeconds: 1,
    isWarning: true,
  })

interface WriteQueueOptions {
  /** Whether the database runs several writes at the same time. */
  isConcurrent: boolean
  /** Returns the milliseconds for which the writer has been busy so far. */
  busyMs: () => number
  /** Sends a write to the writer at once. Resolves with its result. */
  send: (task: RequestTask) => Promise<StepResult>
}

/** Writes that have ended since a time. */
interface Sample {
  /** For how long the writer had been busy then. */
  sinceBusyMs: number
  writes: number
  estimatedMs: number
}

/**
 * Sends the writes of requests to the writer, which starts them in the order in which they arrive. While it has enough of them, the
 * others wait here, and their clients take turns. So a client with thousands of writes, or with slow ones, delays its own.
 */
export class WriteQueue {
  readonly #clients: ClientLedger
  readonly #maxRunning: number
  readonly #busyMs: () => number
  readonly #send: WriteQueueOptions['send']
  /** The functions that start the waiting writes. */
  readonly #waiting: FairQueue<() => void>
  #running = 0
  /** The estimated milliseconds of the running writes. */
  #runningMs = 0
  /** How many times longer than estimated writes have kept the writer busy lately; at least 1. */
  #slowness = 1
  #sample: Sample | undefined

  constructor(clients: ClientLedger, { isConcurrent, busyMs, send }: WriteQueueOptions) {
    this.#clients = clients
    this.#busyMs = busyMs
    this.#maxRunning = isConcurrent ? maxRunningOnPostgres : maxRunningOnSqlite
    this.#send = send
    this.#waiting = new FairQueue(clients.recentWork)
  }

  /** Number of writes that wait for a turn. */
  get size(): number {
    return this.#waiting.size
  }

  /**
   * Runs a write as soon as it is its client's turn. The writes of one client start in their order.
   * @throws Rejection `limited` or `busy` when too many writes wait, or when it has waited for a minute
   */
  async perform(task: RequestTask): Promise<StepResult> {
    // Jobs and hooks of the server have no client, and requests can wait for them.
    if (task.request.isInternal || occupiesTurn(task.request)) return this.#send(task)
    const cost = costOf(task)
    if (this.#hasRoom && this.size === 0) return this.#run(task, cost)
    const client = this.#clients.clientOf(task.request)
    const place = this.#clients.hold('waitingWrites', client)
    const since = performance.now()
    return new Promise((resolve, reject) => {
      const start = () => {
        place.release()
        if (performance.now() - since > maxWaitMs) reject(noTurn())
        else this.#run(task, cost).then(resolve, reject)
      }
      this.#waiting.add(client.address, start, cost)
    })
  }

  /** Sends all waiting writes. The writer finishes what it has received before it ends. */
  flush(): void {
    for (let start = this.#waiting.take(); start; start = this.#waiting.take()) start()
  }

  /** Whether the writer has fewer writes than it needs. */
  get #hasRoom(): boolean {
    return this.#running < this.#maxRunning && this.#runningMs * this.#slowness < maxRunningMs
  }

  async #run(task: RequestTask, cost: number): Promise<StepResult> {
    this.#running += 1
    this.#runningMs += cost
    try {
      return await this.#send(task)
    } finally {
      this.#running -= 1
      this.#runningMs -= cost
      this.#learn(cost)
      while (this.#hasRoom && this.size > 0) this.#waiting.take()?.()
    }
  }

  /**
   * Compares the estimates of writes that have ended with the time for which the writer was busy, because a batch, or a deletion of many
   * related records, takes much longer than estimated. The duration of a write says less: it includes the wait for the disk.
   */
  #learn(cost: number): void {
    if (this.#running + this.size === 0) {
      this.#sample = undefined
      return
    }
    const sample = this.#sample
    if (sample) {
      sample.writes += 1
      sample.estimatedMs += cost
      if (sample.writes < writesPerSample) return
    }
    const sinceBusyMs = this.#busyMs()
    if (sample) {
      const latest = (sinceBusyMs - sample.sinceBusyMs) / sample.estimatedMs
      this.#slowness = Math.max(1, this.#slowness + (latest - this.#slowness) * latestShare)
    }
    this.#sample = { sinceBusyMs, writes: 0, estimatedMs: 0 }
  }
}
