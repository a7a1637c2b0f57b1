import { strict as assert } from 'node:assert'
import { type ApiResponse, askWhenReady, type RequestOptions } from './askApi.ts'
import { type RunningCoffer, startCoffer } from './coffer.ts'
import { copySample, type Preparation } from './copySample.ts'
import { type EventStream, openCounted, openUnread, subscribe } from './eventStreams.ts'
import { signToken } from './signToken.ts'

export const records = 'collections/scratch/records'

export function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

/** Returns the headers of an attacker's request. */
export type HeadersOf = (number: number) => Record<string, string>

/** What clients hold of a resource by the account of the server, and the limits. */
interface Usage {
  used: number
  largest: number
  perClient: number
  total: number
}

/** A server in a process of its own that is attacked from addresses behind its trusted proxy, and used from this machine. */
export class AttackedServer {
  readonly dataDir: string
  readonly #coffer: RunningCoffer
  readonly #remove: () => Promise<void>
  readonly #admin: string

  private constructor(dataDir: string, coffer: RunningCoffer, remove: () => Promise<void>) {
    this.dataDir = dataDir
    this.#coffer = coffer
    this.#remove = remove
    this.#admin = signToken(dataDir, 'auth', 'admin')
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

  get pid(): number {
    return this.#coffer.pid
  }

  isRunning(): boolean {
    return this.#coffer.isRunning()
  }

  /** Sends a request of another client, and repeats it while the server is busy. */
  ask(method: string, path: string, options?: RequestOptions): Promise<ApiResponse> {
    return askWhenReady(this.#coffer.port, method, `/api/${path}`, options)
  }

  /** Sends a request of an admin, and throws unless it succeeds. */
  async askAsAdmin(method: string, path: string, body?: object): Promise<ApiResponse['json']> {
    const { status, text, json } = await this.ask(method, path, { token: this.#admin, ...(body && { body }) })
    assert([200, 204].includes(status), `${method} ${path}: ${status} ${text.slice(0, 300)}`)
    return json
  }

  /** Returns what clients hold of a resource. */
  async usageOf(resource: string): Promise<Usage> {
    const { resources } = await this.askAsAdmin('GET', 'load/limits')
    const found = (resources as (Usage & { name: string })[]).find(({ name }) => name === resource)
    assert(found, `the server has no account of ${resource}`)
    return found
  }

  /** Returns the clients that have reached a limit. */
  async rejections(): Promise<unknown> {
    return (await this.askAsAdmin('GET', 'load/limits')).rejections
  }

  /** Opens a stream that another client reads. */
  async listen(subscriptions: string[]): Promise<EventStream> {
    const stream = await openCounted(this.#coffer.port)
    assert.equal(await subscribe(this.#coffer.port, stream.clientId, subscriptions), 204)
    return stream
  }

  /** Opens streams of attackers, who do not read them. */
  async attack(count: number, subscriptionsOf: (number: number) => string[], headersOf: HeadersOf): Promise<EventStream[]> {
    const streams: EventStream[] = []
    for (const number of numbers(count)) {
      const headers = headersOf(number)
      const stream = await openUnread(this.#coffer.port, headers)
      assert.equal(await subscribe(this.#coffer.port, stream.clientId, subscriptionsOf(number), headers), 204)
      streams.push(stream)
    }
    return streams
  }

  /** Throws if a thread or process of the server has ended. */
  expectAllRunning(): void {
    assert(this.#coffer.isRunning(), 'the server has ended')
    assert.doesNotMatch(this.#coffer.output(), /out of memory|heap|thread/i)
  }

  /** Returns the headers of attackers: of one address, of one that is signed in, and of fifty addresses. */
  attackers(): Record<Attackers, HeadersOf> {
    const one = { 'X-Forwarded-For': '203.0.113.7' }
    const signedIn = { ...one, Authorization: signToken(this.dataDir, 'auth', 'users:bob') }
    return {
      'one address': () => one,
      'one address, signed in,': () => signedIn,
      'fifty addresses': number => ({ 'X-Forwarded-For': `203.0.113.${number % 50}` }),
    }
  }
}

export const allAttackers = ['one address', 'one address, signed in,', 'fifty addresses'] as const

export type Attackers = (typeof allAttackers)[number]

/** The attackers with their names in the titles of tests whose attacks can have fewer than fifty requests. */
export const attackersByTitle: readonly (readonly [title: string, who: Attackers])[] = allAttackers.map(who => [
  who === 'fifty addresses' ? 'up to fifty addresses' : who,
  who,
])
