import { type RecordChange, topicsOf } from '../records/changes/RecordChange.ts'
import { type Audience, type Listener, listenerKey, sessionKey } from './Audience.ts'
import { hasOptions, topicOf } from './parseSubscription.ts'
import type { RealtimeClient } from './RealtimeClient.ts'

/** The clients with the same subscription and the same listener. */
export interface Members {
  readonly audience: Audience
  readonly hasOptions: boolean
  readonly clients: Set<RealtimeClient>
  /** Number of clients by address, if the subscription has options: one of the addresses counts for each evaluation. */
  readonly addresses: Map<string, number>
  /** The positions of the changes whose events have not been sent, in order, see `ChangeHistory`. */
  readonly pending: number[]
}

const noMembers: ReadonlySet<Members> = new Set()

function addTo(index: Map<string, Set<Members>>, key: string, members: Members): void {
  const all = index.get(key)
  if (all) all.add(members)
  else index.set(key, new Set([members]))
}

function removeFrom(index: Map<string, Set<Members>>, key: string, members: Members): void {
  const all = index.get(key)
  all?.delete(members)
  if (all?.size === 0) index.delete(key)
}

/** The subscriptions of all clients. Equal texts of subscriptions are stored once. */
export class Audiences {
  /** By subscription and session. */
  readonly #members = new Map<string, Map<string, Members>>()
  readonly #byTopic = new Map<string, Set<Members>>()
  /** By the key of the listener; without guests. */
  readonly #byListener = new Map<string, Set<Members>>()
  readonly #byClient = new Map<RealtimeClient, Set<Members>>()

  /** Adds a client to an audience. Returns it, and whether the client is its first one. */
  join(client: RealtimeClient, audience: Audience): { members: Members; isFirst: boolean } {
    const { subscription } = audience
    const bySession = this.#members.get(subscription) ?? new Map<string, Members>()
    const known = bySession.get(sessionKey(audience.listener))
    if (known) {
      this.#add(client, known)
      return { members: known, isFirst: false }
    }
    const [same] = bySession.values()
    const text = same?.audience.subscription ?? subscription
    const members: Members = {
      audience: { ...audience, subscription: text },
      hasOptions: hasOptions(text),
      clients: new Set(),
      addresses: new Map(),
      pending: [],
    }
    this.#add(client, members)
    bySession.set(sessionKey(audience.listener), members)
    this.#members.set(text, bySession)
    addTo(this.#byTopic, topicOf(text), members)
    if (audience.listener.kind !== 'guest') addTo(this.#byListener, listenerKey(audience.listener), members)
    return { members, isFirst: true }
  }

  /** Removes a client from an audience. Returns whether it was the last client. */
  leave(client: RealtimeClient, { subscription, listener }: Audience): boolean {
    const bySession = this.#members.get(subscription)
    const members = bySession?.get(sessionKey(listener))
    if (members) this.#remove(client, members)
    if (!bySession || members?.clients.size !== 0) return false
    bySession.delete(sessionKey(listener))
    if (bySession.size === 0) this.#members.delete(subscription)
    removeFrom(this.#byTopic, topicOf(subscription), members)
    removeFrom(this.#byListener, listenerKey(listener), members)
    return true
  }

  /** Returns the audiences of a client. */
  ofClient(client: RealtimeClient): ReadonlySet<Members> {
    return this.#byClient.get(client) ?? noMembers
  }

  /** Returns the audiences of a listener; none for guests. */
  ofListener(listener: Listener): ReadonlySet<Members> {
    return this.#byListener.get(listenerKey(listener)) ?? noMembers
  }

  #add(client: RealtimeClient, members: Members): void {
    members.clients.add(client)
    const { address } = client.holds.client
    if (members.hasOptions) members.addresses.set(address, (members.addresses.get(address) ?? 0) + 1)
    const own = this.#byClient.get(client)
    if (own) own.add(members)
    else this.#byClient.set(client, new Set([members]))
  }

  #remove(client: RealtimeClient, members: Members): void {
    members.clients.delete(client)
    const { address } = client.holds.client
    const left = (members.addresses.get(address) ?? 0) - 1
    if (left > 0) members.addresses.set(address, left)
    else members.addresses.delete(address)
    const own = this.#byClient.get(client)
    own?.delete(members)
    if (own?.size === 0) this.#byClient.delete(client)
  }

  /** Returns the audiences that are subscribed to the record or the collection of a change. */
  of(change: Pick<RecordChange, 'collection' | 'recordId'>): Members[] {
    if (this.#byTopic.size === 0) return []
    // A collection can have its name as its id.
    return [...new Set(topicsOf(change))].flatMap(topic => [...(this.#byTopic.get(topic) ?? [])])
  }
}
