import { expect } from 'vitest'
import { type ApiResponse, askApi, type RequestOptions } from './askApi.ts'
import { type RunningCoffer, startCoffer } from './coffer.ts'
import { copySample, type Preparation } from './copySample.ts'
import { type EventStream, openCounted, openUnread, subscribe } from './eventStreams.ts'
import { memoryOf, workOf } from './processTree.ts'
import { signToken } from './signToken.ts'

export const records = 'collections/scratch/records'

export function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

type Headers = Record<string, string>

/** A server in a process of its own that is attacked from addresses behind its trusted proxy, and used from this machine. */
export class AttackedServer {
  readonly dataDir: string
  readonly #coffer: RunningCoffer
  readonly #remove: () => Promise<void>

  private constructor(dataDir: string, coffer: RunningCoffer, remove: () => Promise<void>) {
    this.dataDir = dataDir
    this.#coffer = coffer
    this.#remove = remove
  }

  /** @param preparations applied to the copy of the magazine that the server serves */
  static async start(preparations: readonly Preparation[] = [], args: readonly string[] = []): Promise<AttackedServer> {
    const copy = await copySample('magazine', preparations)
    return new AttackedServer(copy.dataDir, await startCoffer(copy.dataDir, args), copy.remove)
  }

  async stop(): Promise<void> {
    await this.#coffer.end('SIGKILL')
    await this.#remove()
  }

  get port(): number {
    return this.#coffer.port
  }

  /** The memory of the server in megabytes. */
  get memory(): number {
    return Math.round(memoryOf(this.#coffer.pid))
  }

  /** The processor time of the server in milliseconds. */
  get work(): number {
    return workOf(this.#coffer.pid)
  }

  /** Sends a request of another client. On a busy machine, threads start so slowly that the first requests are rejected. */
  async ask(method: string, path: string, options?: RequestOptions): Promise<ApiResponse> {
    for (;;) {
      const response = await askApi(this.#coffer.port, method, `/api/${path}`, options)
      if (response.status !== 503) return response
    }
  }

  /** Opens a stream that another client reads. */
  async listen(subscriptions: string[]): Promise<EventStream> {
    const stream = await openCounted(this.#coffer.port)
    expect(await subscribe(this.#coffer.port, stream.clientId, subscriptions)).toBe(204)
    return stream
  }

  /** Opens streams of attackers, who do not read them. */
  async attack(count: number, subscriptionsOf: (number: number) => string[], headersOf: (number: number) => Headers) {
    const streams: EventStream[] = []
    for (const number of numbers(count)) {
      const headers = headersOf(number)
      const stream = await openUnread(this.#coffer.port, headers)
      expect(await subscribe(this.#coffer.port, stream.clientId, subscriptionsOf(number), headers)).toBe(204)
      streams.push(stream)
    }
    return streams
  }

  /** Starts to measure the highest memory. `stop` returns it in megabytes. */
  watchMemory() {
    const before = this.memory
    let peak = before
    const timer = setInterval(() => {
      peak = Math.max(peak, this.memory)
    }, 50)
    const stop = (): number => {
      clearInterval(timer)
      return peak
    }
    return { before, stop }
  }

  /** Expects the memory to return to within 100 MB of the start within a minute. */
  async expectMemoryReturned(before: number): Promise<void> {
    const options = { timeout: 60_000, interval: 1_000, message: 'megabytes above the start' }
    await expect.poll(() => this.memory - before, options).toBeLessThan(100)
  }

  /** Writes and deletes records of a size, so that the threads have their usual memory before an attack. */
  async warmUp(size: number): Promise<void> {
    for (const turn of numbers(3)) {
      const { status, json } = await this.ask('POST', records, { body: { t: `${turn}${'w'.repeat(size)}` } })
      expect(status).toBe(200)
      expect((await this.ask('DELETE', `${records}/${json.id}`)).status).toBe(204)
    }
  }

  /** Expects that no thread or process of the server has ended. */
  expectAllRunning(): void {
    expect(this.#coffer.isRunning()).toBe(true)
    expect(this.#coffer.output()).not.toMatch(/out of memory|heap|thread/i)
  }

  /** Returns the headers of attackers: of one address, of one that is signed in, and of fifty addresses. */
  attackers(): Record<'one address' | 'one address, signed in,' | 'fifty addresses', (number: number) => Headers> {
    const one = { 'X-Forwarded-For': '203.0.113.7' }
    const signedIn = { ...one, Authorization: signToken(this.dataDir, 'auth', 'users:bob') }
    return {
      'one address': () => one,
      'one address, signed in,': () => signedIn,
      'fifty addresses': number => ({ 'X-Forwarded-For': `203.0.113.${number % 50}` }),
    }
  }
}
