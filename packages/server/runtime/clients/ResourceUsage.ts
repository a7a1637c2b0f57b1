import type { Rejection } from '../../errors/Rejection.ts'
import { type Client, nameOfUser, namesOf } from './Client.ts'
import { type CountsFor, Hold, type Scope } from './Hold.ts'
import type { Limit, Resource } from './resources.ts'

/** Milliseconds after which a slow transfer can be dropped to make room for another one. */
const graceMs = 5_000

export interface UsageContext {
  /** Returns the milliseconds of a monotonic clock. */
  now: () => number
  /** Records that a request of a client is rejected. Returns the error to throw. */
  rejected: (client: Client, scope: Scope) => Rejection
  /** Records that a hold of a client is dropped. Returns the error for its holder. */
  dropped: (client: Client, scope: Scope) => Rejection
}

/** Counts what clients hold of one resource, and makes room by dropping holds. */
export class ResourceUsage {
  readonly #drops: Resource['drops']
  readonly #dropsOwn: boolean
  readonly #limit: Limit
  readonly #context: UsageContext
  readonly #holdsOf = new Map<string, Set<Hold>>()
  readonly #amounts = new Map<string, number>()
  #total = 0

  constructor({ drops, keepsOwn = false }: Resource, limit: Limit, context: UsageContext) {
    this.#drops = drops
    this.#dropsOwn = !keepsOwn
    this.#limit = limit
    this.#context = context
  }

  /** The amount that all clients hold together. */
  get total(): number {
    return this.#total
  }

  /** The amount of the client that holds most. */
  get largest(): number {
    return this.#amounts.size === 0 ? 0 : Math.max(...this.#amounts.values())
  }

  /** Returns the amount that an address or a user holds. */
  amountOf(name: string): number {
    return this.#amounts.get(name) ?? 0
  }

  /** Whether a user can hold this amount in addition. */
  hasRoom(user: string, amount: number): boolean {
    return this.amountOf(nameOfUser(user)) + amount <= this.#limit.perClient
  }

  /**
   * Opens an empty hold.
   * @param users the users for whom it counts in addition to the client
   */
  open(client: Client, users: Iterable<string> = []): Hold {
    const hold = new Hold(client, this.#context.now(), this)
    hold.names = [...hold.names, ...Array.from(users, nameOfUser)]
    return hold
  }

  /** Opens an empty hold that counts only for its client, or only for all clients together. */
  openFor(client: Client, countsFor: CountsFor): Hold {
    return new Hold(client, this.#context.now(), this, countsFor)
  }

  resize(hold: Hold, amount: number): void {
    const growth = amount - hold.amount
    if (growth > 0) this.#makeRoom(hold, growth)
    this.#set(hold, amount)
  }

  dropped(client: Client, scope: Scope): Rejection {
    return this.#context.dropped(client, scope)
  }

  identify(hold: Hold, user: string): void {
    if (hold.client.user === user) return
    const { amount, client } = hold
    this.#set(hold, 0)
    this.#assign(hold, { address: client.address, user })
    try {
      this.resize(hold, amount)
    } catch (error) {
      this.#assign(hold, client)
      this.#set(hold, amount)
      throw error
    }
  }

  #assign(hold: Hold, client: Client): void {
    hold.client = client
    hold.names = namesOf(client)
  }

  #set(hold: Hold, amount: number): void {
    const growth = amount - hold.amount
    hold.amount = amount
    if (hold.countsFor !== 'client') this.#total += growth
    for (const name of hold.names) this.#add(name, hold, growth)
  }

  #add(name: string, hold: Hold, growth: number): void {
    const amount = this.amountOf(name) + growth
    if (amount > 0) this.#amounts.set(name, amount)
    else this.#amounts.delete(name)
    const holds = this.#holdsOf.get(name) ?? new Set()
    if (hold.amount > 0) this.#holdsOf.set(name, holds.add(hold))
    else if (holds.delete(hold) && holds.size === 0) this.#holdsOf.delete(name)
  }

  #makeRoom(hold: Hold, growth: number): void {
    for (const name of hold.names) {
      while (this.amountOf(name) + growth > this.#limit.perClient) {
        this.#dropOne(hold, growth, 'perClient', this.#dropsOwn ? [name] : [])
      }
    }
    if (hold.countsFor === 'client') return
    while (this.#total + growth > this.#limit.total) this.#dropOne(hold, growth, 'total', this.#candidates(hold, growth))
  }

  /** Returns the names whose holds can be dropped when all clients together use everything. */
  #candidates(hold: Hold, growth: number): Iterable<string> {
    if (this.#drops === 'slowest') return this.#holdsOf.keys()
    let [largest, largestAmount] = ['', 0]
    for (const [name, amount] of this.#amounts) {
      const isOwn = hold.names.includes(name)
      const later = isOwn ? amount + growth : amount
      if (later > largestAmount && (isOwn || this.#hasDroppable(name))) [largest, largestAmount] = [name, later]
    }
    const own = Math.max(...hold.names.map(name => this.amountOf(name))) + growth
    return own >= largestAmount ? hold.names : [largest]
  }

  #hasDroppable(name: string): boolean {
    for (const hold of this.#holdsOf.get(name) ?? []) if (hold.isDroppable) return true
    return false
  }

  /** @throws Rejection `limited` or `busy` when no other hold can be dropped */
  #dropOne(hold: Hold, growth: number, scope: Scope, names: Iterable<string>): void {
    const victim = this.#drops === 'slowest' ? this.#slowest(names) : this.#largest(names, hold, growth)
    if (!victim) throw this.#context.rejected(hold.client, scope)
    victim.drop(scope)
  }

  #slowest(names: Iterable<string>): Hold | undefined {
    const now = this.#context.now()
    const rate = ({ progress, since }: Hold) => progress / (now - since)
    let slowest: Hold | undefined
    for (const name of names) {
      for (const hold of this.#holdsOf.get(name) ?? []) {
        if (!hold.isDroppable || now - hold.since < graceMs) continue
        if (!slowest || rate(hold) < rate(slowest)) slowest = hold
      }
    }
    return slowest
  }

  /**
   * Returns the largest hold; undefined if it belongs to the client of the growing one and is smaller, or if the resource drops none.
   * Of another client, which holds more in all, a smaller one makes room, too: otherwise, many small holds would keep others out.
   */
  #largest(names: Iterable<string>, growing: Hold, growth: number): Hold | undefined {
    if (this.#drops !== 'largest') return undefined
    let largest: Hold | undefined
    for (const name of names) {
      for (const hold of this.#holdsOf.get(name) ?? []) {
        if (hold !== growing && hold.isDroppable && hold.amount > (largest?.amount ?? 0)) largest = hold
      }
    }
    const isOwn = largest?.names.some(name => growing.names.includes(name))
    return largest && (!isOwn || largest.amount >= growing.amount + growth) ? largest : undefined
  }
}
