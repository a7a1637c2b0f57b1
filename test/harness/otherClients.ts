import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { askApi, type RequestOptions } from './askApi.ts'
import { openCounted, subscribe, subscriptionWith } from './eventStreams.ts'
import { signToken } from './signToken.ts'

type Kind = 'reads' | 'writes' | 'signIns' | 'events'
/** Milliseconds of each request or event. */
type Times = Record<Kind, number[]>

/** Milliseconds within which 99 % of the requests and of the events of other clients must arrive. */
const maxRequestMs = 100
const maxEventMs = 1_000
/**
 * On two busy processors, a request of a server without an attack can take longer than the bound. Then the bound is this multiple of
 * what the same requests took directly before: attacker, server and test share the processors, so each may take some of the time.
 */
const maxSlowdown = 10
const calmMs = 2_000
const maxAttacks = 6
const pauseMs = 10

const percentile99 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1] ?? 0

const kinds: readonly Kind[] = ['reads', 'writes', 'signIns', 'events']

/** A server to which other clients send requests. */
interface Served {
  port: number
  /** A copy of the magazine, with `fastPasswords`, unless no sign-ins are measured. */
  dataDir: string
}

/** Clients that read, write, sign in and receive events while others attack the server. */
export class OtherClients {
  readonly #port: number
  readonly #token: string
  readonly #measuresSignIns: boolean
  readonly #maxMs: number

  /** @param options.maxMs bound for requests, where a known limit makes them slower than usual */
  constructor({ port, dataDir }: Served, { signIns = true, maxMs = maxRequestMs } = {}) {
    this.#maxMs = maxMs
    this.#port = port
    this.#token = signToken(dataDir, 'auth', 'admin')
    this.#measuresSignIns = signIns
  }

  async #ask(times: number[], method: string, path: string, options?: RequestOptions): Promise<void> {
    const startedAt = performance.now()
    const { status, text } = await askApi(this.#port, method, `/api/collections/${path}`, options)
    times.push(performance.now() - startedAt)
    expect(status, text.slice(0, 300)).toBe(200)
  }

  /** Uses the server until a function returns true. */
  async #use(isOver: () => boolean): Promise<Times> {
    const times: Times = { reads: [], writes: [], signIns: [], events: [] }
    const repeat = async (work: (turn: number) => Promise<void>) => {
      for (let turn = 0; !isOver(); turn += 1) {
        await work(turn)
        await wait(pauseMs)
      }
    }
    const stream = await openCounted(this.#port)
    const subscriptions = ['tags/*', subscriptionWith('tags', { filter: 'name != ""' })]
    expect(await subscribe(this.#port, stream.clientId, subscriptions)).toBe(204)
    const write = async () => {
      const before = stream.arrived()
      const startedAt = performance.now()
      const body = { name: `tag ${startedAt}` }
      await this.#ask(times.writes, 'POST', 'tags/records', { token: this.#token, body })
      // Without the event, the test ends after its own time limit.
      while (stream.arrived() < before + subscriptions.length) await wait(2)
      times.events.push(performance.now() - startedAt)
    }
    const read = (turn: number) =>
      this.#ask(times.reads, 'GET', turn % 2 === 0 ? 'posts/records?perPage=5' : `posts/records/post00000000001?turn=${turn}`)
    const signIn = () => {
      const body = { identity: 'bob', password: 'password-bob' }
      return this.#ask(times.signIns, 'POST', 'users/auth-with-password', { body })
    }
    await Promise.all([repeat(read), repeat(write), ...(this.#measuresSignIns ? [repeat(signIn)] : [])])
    stream.destroy()
    return times
  }

  /**
   * Runs an attack, and expects that 99 % of the requests of other clients take no longer than they may. Before, it uses the server
   * without the attack, so that its threads run. The attack must leave this process free, which measures. Other tests on the machine
   * can delay single measurements, so the attack is repeated, and others have to be served during one of several attacks.
   * @param minMs minimum duration of a measurement in milliseconds
   */
  async expectServedDuring<T>(attack: () => Promise<T>, minMs = 2_000): Promise<T> {
    await this.#useFor(calmMs / 2)
    for (let turn = 1; ; turn += 1) {
      const calm = await this.#useFor(calmMs)
      const { result, times } = await this.#useDuring(attack, minMs)
      const late = kinds.filter(kind => percentile99(times[kind]) >= this.#boundOf(kind, calm))
      if (late.length > 0 && turn < maxAttacks) continue
      for (const kind of late) {
        expect(percentile99(times[kind]), `milliseconds of 99 % of the ${kind} of others`).toBeLessThan(this.#boundOf(kind, calm))
      }
      return result
    }
  }

  #boundOf(kind: Kind, calm: Times): number {
    return Math.max(kind === 'events' ? maxEventMs : this.#maxMs, maxSlowdown * percentile99(calm[kind]))
  }

  async #useDuring<T>(attack: () => Promise<T>, minMs: number): Promise<{ result: T; times: Times }> {
    const endsAt = performance.now() + minMs
    let isOver = false
    const attacking = attack().finally(() => {
      isOver = true
    })
    // What an attack still does after a failure must not disturb the next test.
    const times = await this.#use(() => isOver && performance.now() > endsAt).finally(() => attacking)
    return { result: await attacking, times }
  }

  #useFor(ms: number): Promise<Times> {
    const endsAt = performance.now() + ms
    return this.#use(() => performance.now() > endsAt)
  }
}
