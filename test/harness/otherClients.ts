import { strict as assert } from 'node:assert'
import { setTimeout as wait } from 'node:timers/promises'
import { askApi, askWhenReady, type RequestOptions } from './askApi.ts'
import { openCounted, subscribe, subscriptionWith } from './eventStreams.ts'
import { signToken } from './signToken.ts'

const kinds = ['reads', 'writes', 'signIns', 'events'] as const
type Kind = (typeof kinds)[number]

/** What another client was served with, and when, in terms of `performance.now()`. */
export interface ServedRequest {
  kind: Kind
  startedAt: number
  endedAt: number
}

/** Requests and events of each kind that must arrive before an attack ends. */
const minServed = 5
/** An attack that others do not survive must not hang: they are served within seconds. */
const maxAttackMs = 60_000
const maxEventMs = 60_000
const pauseMs = 10

/** A server to which other clients send requests. */
interface AttackedAddress {
  port: number
  /** A copy of the magazine, with `fastPasswords`. */
  dataDir: string
}

/** Clients that read, write, sign in and receive events while others attack the server. */
export class OtherClients {
  readonly #port: number
  readonly #token: string

  constructor({ port, dataDir }: AttackedAddress) {
    this.#port = port
    this.#token = signToken(dataDir, 'auth', 'admin')
  }

  /** Uses the server until a function returns true, and at least once. Throws if a request fails or an event is missing. */
  async use(isOver: () => boolean, onServed: (served: ServedRequest) => void = () => undefined): Promise<void> {
    const ask = async (kind: Kind, method: string, path: string, options?: RequestOptions): Promise<number> => {
      const startedAt = performance.now()
      const { status, text } = await askApi(this.#port, method, `/api/collections/${path}`, options)
      assert.equal(status, 200, `one of the ${kind} of others: ${text.slice(0, 300)}`)
      onServed({ kind, startedAt, endedAt: performance.now() })
      return startedAt
    }
    const stream = await openCounted(this.#port)
    const subscriptions = ['tags/*', subscriptionWith('tags', { filter: 'name != ""' })]
    assert.equal(await subscribe(this.#port, stream.clientId, subscriptions), 204)
    const read = (turn: number) =>
      ask('reads', 'GET', turn % 2 === 0 ? 'posts/records?perPage=5' : `posts/records/post00000000001?turn=${turn}`)
    const write = async () => {
      const expected = stream.arrived() + subscriptions.length
      const startedAt = await ask('writes', 'POST', 'tags/records', {
        token: this.#token,
        body: { name: `tag ${performance.now()}` },
      })
      while (stream.arrived() < expected) {
        assert(performance.now() - startedAt < maxEventMs, 'an event of others is missing')
        await wait(2)
      }
      onServed({ kind: 'events', startedAt, endedAt: performance.now() })
    }
    const signIn = () =>
      ask('signIns', 'POST', 'users/auth-with-password', { body: { identity: 'bob', password: 'password-bob' } })
    let hasFailed = false
    const repeat = async (work: (turn: number) => Promise<unknown>) => {
      try {
        for (let turn = 0; turn === 0 || !(hasFailed || isOver()); turn += 1) {
          await work(turn)
          await wait(pauseMs)
        }
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
    const results = await Promise.allSettled([read, write, signIn].map(repeat))
    stream.destroy()
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  /**
   * Runs an attack, and repeats it until others have received several responses and events of each kind before it ended. Fails if one
   * of their requests fails, or if they are served only between the attacks. Afterwards, the server must still serve them.
   * @returns the result of the last attack
   */
  async expectServedDuring<T>(attack: () => Promise<T>): Promise<T> {
    const served = { reads: 0, writes: 0, signIns: 0, events: 0 }
    const isServed = () => kinds.every(kind => served[kind] >= minServed)
    await this.#warmUp()
    const startedAt = performance.now()
    for (;;) {
      const result = await this.#useDuring(attack, kind => {
        served[kind] += 1
      })
      if (isServed()) {
        await this.use(() => true)
        return result
      }
      const counts = JSON.stringify(served)
      assert(performance.now() - startedAt < maxAttackMs, `others have to be served before attacks end, but were only: ${counts}`)
    }
  }

  /** Waits until the server answers a read. */
  async #warmUp(): Promise<void> {
    await askWhenReady(this.#port, 'GET', '/api/collections/posts/records?perPage=5')
    await this.use(() => true)
  }

  /** Runs an attack once, and counts what others receive that they requested after it began and before it ended. */
  async #useDuring<T>(attack: () => Promise<T>, count: (kind: Kind) => void): Promise<T> {
    let isOver = false
    const early = new Set<Kind>()
    const attacking = attack().finally(() => {
      isOver = true
    })
    const onServed = ({ kind }: ServedRequest) => {
      if (isOver) return
      // The first request of each kind can overtake the attack.
      if (early.has(kind)) count(kind)
      early.add(kind)
    }
    const using = this.use(() => isOver, onServed)
    // After a failure of one of both, the other one must not disturb the next test.
    await Promise.allSettled([attacking, using])
    await using
    return attacking
  }
}
