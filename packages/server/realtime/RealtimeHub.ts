import type { Writable } from 'node:stream'
import { type Audience, audienceKey, type Listener, listenerKey } from '../messages/Audience.ts'
import type { ProviderReturn } from '../messages/ProviderReturn.ts'
import type { Message, RecordChange } from '../messages/RecordChange.ts'
import type { SubscriptionRequest } from '../messages/SubscriptionRequest.ts'
import { Audiences } from './Audiences.ts'
import { Deliveries } from './Deliveries.ts'
import { hasOptions } from './parseSubscription.ts'
import { eventText, RealtimeClient } from './RealtimeClient.ts'
import { RecordCountsTopic } from './RecordCountsTopic.ts'
import { SignInFlow } from './SignInFlow.ts'

/** Topic of a client that waits for the result of an OAuth2 sign-in. */
const providerTopic = '@oauth2'

/** Events have two queues, because subscriptions with options can take long to evaluate and must not delay the others. */
type Lane = 'simple' | 'withOptions'

const laneOf = ({ subscription }: Audience): Lane => (hasOptions(subscription) ? 'withOptions' : 'simple')

/** Maximum number of changes queued for subscriptions with options. They miss further changes until the queue gets shorter. */
const maxPendingChanges = 1000

/** The functions the hub depends on. */
export interface RealtimeDependencies {
  /** Returns the event that each audience receives for a change; undefined for audiences that cannot see the record. */
  describe: (change: RecordChange, audiences: readonly Audience[]) => Promise<(string | undefined)[]>
  /** Notifies the writer of added and removed subscriptions, because it evaluates them before it deletes records. */
  listen: (added: readonly Audience[], removed: readonly Audience[]) => void
  warn: (message: string, error: unknown) => void
  /** Returns a number that changes with every change of records. */
  recordsVersion: () => number
}

/** Manages connected clients and their subscriptions, and sends them events in the order of the commits. */
export class RealtimeHub {
  readonly #dependencies: RealtimeDependencies
  readonly #clients = new Map<string, RealtimeClient>()
  readonly #audiences = new Audiences()
  readonly #deliveries = new Deliveries()
  readonly #recordCounts: RecordCountsTopic
  readonly #members = new Map<string, Set<RealtimeClient>>()
  readonly #queues: Record<Lane, Promise<void>> = { simple: Promise.resolve(), withOptions: Promise.resolve() }
  #pendingChanges = 0

  /** Number of open event streams. */
  get clientCount(): number {
    return this.#clients.size
  }

  constructor(dependencies: RealtimeDependencies) {
    this.#dependencies = dependencies
    this.#recordCounts = new RecordCountsTopic(dependencies.recordsVersion)
  }

  /** Adds a client for an open stream and sends the client its id. */
  connect(output: Writable): void {
    const client = new RealtimeClient(output, this.#deliveries)
    this.#clients.set(client.id, client)
    output.once('close', () => {
      this.#clients.delete(client.id)
      this.#replace(client, client.listener, new Set())
    })
    client.send(eventText('PB_CONNECT', JSON.stringify({ clientId: client.id })))
  }

  /** Replaces the subscriptions of a client. Fails if the client is unknown or was authenticated as a different user before. */
  subscribe({ clientId, subscriptions, listener, start }: SubscriptionRequest): 'done' | 'unknown' | 'other' {
    const client = this.#clients.get(clientId)
    if (!client) return 'unknown'
    if (client.listener.kind !== 'guest' && listenerKey(client.listener) !== listenerKey(listener)) return 'other'
    this.#replace(client, listener, new Set(subscriptions.filter(subscription => subscription !== '')))
    const isContinued = client.signIn?.application === start.application
    if (!client.subscriptions.has(providerTopic)) client.signIn = undefined
    else if (!isContinued) client.signIn = new SignInFlow(start)
    return 'done'
  }

  /** Returns the OAuth2 sign-in that a client waits for, if any. */
  signInOf(clientId: string): SignInFlow | undefined {
    return this.#clients.get(clientId)?.signIn
  }

  /** Sends the result of an OAuth2 sign-in to the client that waits for it, and ends the sign-in. */
  deliverReturn({ clientId, code, error }: Pick<ProviderReturn, 'clientId' | 'code' | 'error'>): void {
    const client = this.#clients.get(clientId)
    if (!client?.signIn) return
    client.signIn = undefined
    client.send(eventText(providerTopic, JSON.stringify({ state: clientId, code, ...(error !== '' && { error }) })))
    const others = [...client.subscriptions].filter(subscription => subscription !== providerTopic)
    this.#replace(client, client.listener, new Set(others))
  }

  /** Sends events for committed changes to the clients that can see the records. */
  publish(changes: readonly RecordChange[]): void {
    if (this.#clients.size === 0) return
    for (const change of changes) this.#publishChange(change)
  }

  /** Sends the events of a deletion, which were created before the commit. */
  publishPrepared(messages: readonly Message[]): void {
    for (const [lane, own] of Map.groupBy(messages, ({ audience }) => laneOf(audience))) {
      void this.#enqueue(lane, async () => {
        for (const { audience, json } of own) this.#send(audience, json)
      })
    }
  }

  /**
   * Downgrades every client authenticated with this token key to a guest, after delivering the events that precede the revocation.
   * Later events are evaluated as for guests even before that, because the token key no longer matches.
   */
  revokeTokens(tokenKey: string): void {
    const before = this.#queues.simple
    void this.#enqueue('withOptions', async () => {
      await before
      for (const client of this.#clients.values()) {
        const { listener } = client
        if (listener.kind === 'guest' || listener.tokenKey !== tokenKey) continue
        this.#replace(client, { kind: 'guest' }, client.subscriptions)
      }
    })
  }

  /** Ends all streams. */
  close(): void {
    for (const client of this.#clients.values()) client.end()
  }

  #enqueue(lane: Lane, work: () => Promise<void>): Promise<void> {
    this.#queues[lane] = this.#queues[lane]
      .then(work)
      .catch(error => this.#dependencies.warn('Realtime events could not be sent.', error))
    return this.#queues[lane]
  }

  #publishChange(change: RecordChange): void {
    const audiences = change.action === 'delete' ? [] : this.#audiences.of(change)
    const { publicMessage } = change
    const byLane = Map.groupBy(audiences, audience =>
      publicMessage?.topics.includes(audience.subscription) ? 'public' : laneOf(audience),
    )
    const [publicAudiences, simple, withOptions] = [byLane.get('public'), byLane.get('simple'), byLane.get('withOptions')]
    if (publicMessage && publicAudiences) {
      void this.#enqueue('simple', async () => {
        for (const audience of publicAudiences) this.#send(audience, publicMessage.json)
      })
    }
    if (simple) {
      // Evaluated in parallel, sent in order.
      const described = this.#dependencies.describe(change, simple)
      described.catch(() => undefined)
      void this.#enqueue('simple', async () => this.#sendAll(simple, await described))
    }
    if (withOptions) this.#publishWithOptions(change, withOptions)
    if (change.revokedTokenKey !== undefined) this.revokeTokens(change.revokedTokenKey)
  }

  /** Evaluates changes one after the other, because each can take long. */
  #publishWithOptions(change: RecordChange, audiences: readonly Audience[]): void {
    if (this.#pendingChanges >= maxPendingChanges) return
    this.#pendingChanges += 1
    void this.#enqueue('withOptions', async () =>
      this.#sendAll(audiences, await this.#dependencies.describe(change, audiences)),
    ).finally(() => {
      this.#pendingChanges -= 1
    })
  }

  #sendAll(audiences: readonly Audience[], messages: readonly (string | undefined)[]): void {
    audiences.forEach((audience, index) => {
      const json = messages[index]
      if (json !== undefined) this.#send(audience, json)
    })
  }

  #send(audience: Audience, json: string): void {
    const text = eventText(audience.subscription, json)
    for (const client of this.#members.get(audienceKey(audience)) ?? []) client.send(text)
  }

  #replace(client: RealtimeClient, listener: Listener, subscriptions: ReadonlySet<string>): void {
    const removed = [...client.subscriptions].map(subscription => ({ subscription, listener: client.listener }))
    const added = [...subscriptions].map(subscription => ({ subscription, listener }))
    client.listener = listener
    client.subscriptions = subscriptions
    this.#recordCounts.update(client)
    const left = removed.filter(audience => this.#leave(client, audience))
    const joined = added.filter(audience => this.#join(client, audience))
    if (left.length > 0 || joined.length > 0) this.#dependencies.listen(joined, left)
  }

  /** Adds a client to an audience. Returns whether it is the first client. */
  #join(client: RealtimeClient, audience: Audience): boolean {
    const key = audienceKey(audience)
    const members = this.#members.get(key)
    if (members) {
      members.add(client)
      return false
    }
    this.#members.set(key, new Set([client]))
    this.#audiences.add(audience)
    return true
  }

  /** Removes a client from an audience. Returns whether it was the last client. */
  #leave(client: RealtimeClient, audience: Audience): boolean {
    const key = audienceKey(audience)
    const members = this.#members.get(key)
    members?.delete(client)
    if (members?.size !== 0) return false
    this.#members.delete(key)
    this.#audiences.remove(audience)
    return true
  }
}
