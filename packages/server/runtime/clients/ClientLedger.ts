import { Rejection } from '../../errors/Rejection.ts'
import { type Client, nameOfUser, namesOf, networkOf } from './Client.ts'
import { clientAddress, type IsTrustedProxy, type Sender } from './clientAddress.ts'
import type { CountsFor, Hold, Scope } from './Hold.ts'
import { type RejectedClient, Rejections } from './Rejections.ts'
import { ResourceUsage } from './ResourceUsage.ts'
import { type Limit, type Limits, type ResourceName, resourceNames, resourceOf } from './resources.ts'
import { WorkMeter } from './WorkMeter.ts'

/** The share of a limit for all clients below which the work of a client is little. */
const littleWork = 0.05
/** Seconds after which a rejected client can try again, unless its recent work has to decay for longer. */
const retryAfterSeconds = 1

const droppedMessages = {
  slowest: {
    perClient: 'The request was transferred too slowly while other requests of yours needed its memory. Please send it again.',
    total: 'The request was transferred too slowly while the server was short of memory. Please send it again.',
  },
  largest: {
    perClient: 'You use too much memory of the server. Please try again in a moment.',
    total: 'The server is short of memory, and this client holds most of it. Please try again in a moment.',
  },
}

interface LedgerOptions {
  limits?: Limits
  /** By default no proxy is trusted. */
  isTrustedProxy?: IsTrustedProxy
  /** Returns the milliseconds of a monotonic clock. */
  now?: () => number
}

/** The usage of a resource, for the page "Server" and the metrics. */
export interface ResourceReport extends Limit {
  name: ResourceName
  description: string
  unit: 'bytes' | 'count' | 'ms'
  /** The amount that all clients use together, and the client that uses most. */
  used: number
  largest: number
}

/**
 * Counts what each client holds and has caused, with a limit for each client and one for all. When all is spent, the client that
 * uses most is dropped or rejected first. `resources.ts` lists what is limited.
 */
export class ClientLedger {
  readonly #isTrustedProxy: IsTrustedProxy
  readonly #limits: Readonly<Record<ResourceName, Limit>>
  readonly #usage: Readonly<Record<ResourceName, ResourceUsage>>
  readonly #work: Readonly<Record<ResourceName, WorkMeter>>
  readonly #rejections = new Rejections()
  /** The recent work by address, which decides whose turn is next in a `FairQueue`. */
  readonly recentWork: WorkMeter

  constructor({ limits = {}, isTrustedProxy = () => false, now = () => performance.now() }: LedgerOptions = {}) {
    this.#isTrustedProxy = isTrustedProxy
    this.recentWork = new WorkMeter(now)
    const forEach = <T>(create: (name: ResourceName) => T) =>
      Object.fromEntries(resourceNames.map(name => [name, create(name)])) as Record<ResourceName, T>
    this.#limits = forEach(name => limits[name] ?? resourceOf(name))
    this.#work = forEach(() => new WorkMeter(now))
    this.#usage = forEach(name => {
      const rejected = (client: Client, scope: Scope) => this.#rejected(name, client, scope)
      return new ResourceUsage(resourceOf(name), this.#limits[name], {
        now,
        rejected,
        dropped: (client, scope) => this.#dropped(name, client, scope),
      })
    })
  }

  /** Returns the address of the client that has sent a request. */
  addressOf(sender: Sender): string {
    return clientAddress(sender, this.#isTrustedProxy)
  }

  /** Returns the client that has sent a request. */
  clientOf(sender: Sender): Client {
    return { address: networkOf(clientAddress(sender, this.#isTrustedProxy)) }
  }

  /**
   * Opens an empty hold of a resource that is counted in bytes or items. `resize` sets its amount.
   * @param users the users for whom it counts in addition to the client
   */
  open(resource: ResourceName, client: Client, users?: Iterable<string>): Hold {
    return this.#usage[resource].open(client, users)
  }

  /** Opens an empty hold that counts only for its client, or only for all clients together, because several clients share it. */
  openFor(resource: ResourceName, client: Client, countsFor: CountsFor): Hold {
    return this.#usage[resource].openFor(client, countsFor)
  }

  /**
   * Opens a hold with an amount.
   * @throws Rejection `limited` or `busy` when there is no room
   */
  hold(resource: ResourceName, client: Client, amount = 1): Hold {
    const hold = this.open(resource, client)
    hold.resize(amount)
    return hold
  }

  /**
   * Adds processor time that a client has caused.
   * @param shares the shares of the time that count for users, too, by user
   */
  spend(resource: ResourceName, client: Client, ms: number, shares: Iterable<readonly [string, number]> = []): void {
    const work = this.#work[resource]
    work.add(namesOf(client), ms)
    for (const [user, share] of shares) work.addShare(nameOfUser(user), share * ms)
  }

  /** Whether a client, and all clients together, have recently caused less work than the limits allow. */
  hasTime(resource: ResourceName, client: Client): boolean {
    return this.#excess(resource, namesOf(client)) === undefined
  }

  /** Whether a user, at all addresses together, has recently caused less work than the limits allow. */
  hasTimeOf(resource: ResourceName, user: string): boolean {
    return this.#excess(resource, [nameOfUser(user)]) === undefined
  }

  /** Whether a user, at all addresses together, can hold this amount in addition. */
  hasRoomOf(resource: ResourceName, user: string, amount: number): boolean {
    return this.#usage[resource].hasRoom(user, amount)
  }

  /** @throws Rejection `limited` or `busy` when a client, or all clients together, have recently caused too much work */
  assertTime(resource: ResourceName, client: Client): void {
    const excess = this.#excess(resource, namesOf(client))
    if (excess) throw this.#rejected(resource, client, excess.scope, Math.ceil(excess.waitMs / 1000))
  }

  /** Records that a client was rejected by a limit that is checked elsewhere. */
  recordRejection(client: Client, resource: string): void {
    this.#rejections.add(client, { resource, outcome: 'rejected', scope: 'perClient' })
  }

  /** Returns the limits of a resource. */
  limitOf(resource: ResourceName): Limit {
    const { perClient, total } = this.#limits[resource]
    return { perClient, total }
  }

  /** Returns the usage and the limits of all resources. */
  report(): ResourceReport[] {
    return resourceNames.map(name => {
      const { description, unit } = resourceOf(name)
      const meter = unit === 'ms' ? this.#work[name] : this.#usage[name]
      return {
        name,
        description,
        unit,
        ...this.limitOf(name),
        used: Math.round(meter.total),
        largest: Math.round(meter.largest),
      }
    })
  }

  /** Returns the clients that were rejected lately, the last ones first. */
  rejections(): RejectedClient[] {
    return this.#rejections.list()
  }

  #excess(resource: ResourceName, names: readonly string[]): { scope: Scope; waitMs: number } | undefined {
    const { perClient, total } = this.#limits[resource]
    const work = this.#work[resource]
    const own = Math.max(...names.map(name => work.of(name)))
    if (own > perClient) return { scope: 'perClient', waitMs: work.timeUntil(own, perClient) }
    // A client that has caused little work is not rejected for the work of others.
    if (work.total > total && own > total * littleWork) return { scope: 'total', waitMs: work.timeUntil(work.total, total) }
    return undefined
  }

  #rejected(resource: ResourceName, client: Client, scope: Scope, seconds = retryAfterSeconds): Rejection {
    this.#rejections.add(client, { resource, outcome: 'rejected', scope })
    const { ownLimit, totalMessage } = resourceOf(resource)
    const { kind, message } = scope === 'perClient' ? ownLimit : ({ kind: 'busy', message: totalMessage } as const)
    return new Rejection(kind, { message, retryAfterSeconds: seconds, isWarning: true })
  }

  #dropped(resource: ResourceName, client: Client, scope: Scope): Rejection {
    const { drops = 'largest' } = resourceOf(resource)
    this.#rejections.add(client, { resource, outcome: 'dropped', scope })
    const message = droppedMessages[drops][scope]
    return new Rejection(drops === 'slowest' ? 'tooSlow' : 'busy', { message, retryAfterSeconds, isWarning: true })
  }
}
