import type { Writable } from 'node:stream'
import { type Audience, audienceKey, type Listener, listenerKey } from '../messages/Audience.ts'
import type { ProviderReturn } from '../messages/ProviderReturn.ts'
import type { Message, RecordChange } from '../messages/RecordChange.ts'
import type { SubscriptionOrder } from '../messages/SubscriptionOrder.ts'
import { Audiences } from './Audiences.ts'
import { Deliveries } from './Deliveries.ts'
import { hasOptions } from './parseSubscription.ts'
import { eventText, RealtimeClient } from './RealtimeClient.ts'
import { SignInFlow } from './SignInFlow.ts'

/** What a client subscribes to that waits for a provider. */
const providerTopic = '@oauth2'

/** Those who ask for more than a topic may take long to be asked for, which is not to keep the others waiting. */
type Lane = 'simple' | 'choosy'

const laneOf = ({ subscription }: Audience): Lane => (hasOptions(subscription) ? 'choosy' : 'simple')

/** How many changes may wait to be told to those who ask for more: when there are as many, they miss what comes. */
const mostWaiting = 1000

/** What the hub asks of the threads. */
export interface RealtimeParts {
  /** What each audience is to be told of a change; undefined for those that must not hear of it. */
  describe: (change: RecordChange, audiences: readonly Audience[]) => Promise<(string | undefined)[]>
  /** Tells the writer who listens: of a deletion only it can say who may hear. */
  listen: (added: readonly Audience[], removed: readonly Audience[]) => void
  warn: (message: string, error: unknown) => void
}

/** The open streams of events: who listens to what, and what they are told, in the order of the commits. */
export class RealtimeHub {
  readonly #parts: RealtimeParts
  readonly #clients = new Map<string, RealtimeClient>()
  readonly #audiences = new Audiences()
  readonly #deliveries = new Deliveries()
  readonly #members = new Map<string, Set<RealtimeClient>>()
  readonly #last: Record<Lane, Promise<void>> = { simple: Promise.resolve(), choosy: Promise.resolve() }
  #waiting = 0

  constructor(parts: RealtimeParts) {
    this.#parts = parts
  }

  /** Takes in a stream and tells it its id. */
  connect(output: Writable): void {
    const client = new RealtimeClient(output, this.#deliveries)
    this.#clients.set(client.id, client)
    output.once('close', () => {
      this.#clients.delete(client.id)
      this.#replace(client, client.listener, new Set())
    })
    client.send(eventText('PB_CONNECT', JSON.stringify({ clientId: client.id })))
  }

  /** Gives a client its subscriptions, unless there is no such client or it has so far been somebody else. */
  subscribe({ clientId, subscriptions, listener, start }: SubscriptionOrder): 'done' | 'unknown' | 'other' {
    const client = this.#clients.get(clientId)
    if (!client) return 'unknown'
    if (client.listener.kind !== 'guest' && listenerKey(client.listener) !== listenerKey(listener)) return 'other'
    this.#replace(client, listener, new Set(subscriptions.filter(subscription => subscription !== '')))
    const isContinued = client.signIn?.application === start.application
    if (!client.subscriptions.has(providerTopic)) client.signIn = undefined
    else if (!isContinued) client.signIn = new SignInFlow(start)
    return 'done'
  }

  /** The sign-in that a client waits for; undefined when it does not wait for a provider. */
  signInOf(clientId: string): SignInFlow | undefined {
    return this.#clients.get(clientId)?.signIn
  }

  /** Delivers what a provider returned to the client that waits for it, which ends the sign-in. */
  deliverReturn({ clientId, code, error }: Pick<ProviderReturn, 'clientId' | 'code' | 'error'>): void {
    const client = this.#clients.get(clientId)
    if (!client?.signIn) return
    client.signIn = undefined
    client.send(eventText(providerTopic, JSON.stringify({ state: clientId, code, ...(error !== '' && { error }) })))
    const others = [...client.subscriptions].filter(subscription => subscription !== providerTopic)
    this.#replace(client, client.listener, new Set(others))
  }

  /** Tells of committed changes whoever may hear of them. */
  tell(changes: readonly RecordChange[]): void {
    if (this.#clients.size === 0) return
    for (const change of changes) this.#tellOne(change)
  }

  /** Passes on what was worked out before a deletion. */
  pass(messages: readonly Message[]): void {
    for (const [lane, own] of Map.groupBy(messages, ({ audience }) => laneOf(audience))) {
      void this.#enqueue(lane, async () => {
        for (const { audience, json } of own) this.#send(audience, json)
      })
    }
  }

  /**
   * Whoever listens with tokens of this key does so no more, once told of what happened before; the streams go on as those of
   * guests. What happens meanwhile is told as to guests already.
   */
  endTokens(tokenKey: string): void {
    const before = this.#last.simple
    void this.#enqueue('choosy', async () => {
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
    this.#last[lane] = this.#last[lane]
      .then(work)
      .catch(error => this.#parts.warn('Changes could not be told to those who listen.', error))
    return this.#last[lane]
  }

  #tellOne(change: RecordChange): void {
    const audiences = change.action === 'delete' ? [] : this.#audiences.of(change)
    const { open: told } = change
    const byLane = Map.groupBy(audiences, audience => (told?.topics.includes(audience.subscription) ? 'open' : laneOf(audience)))
    const [open, simple, choosy] = [byLane.get('open'), byLane.get('simple'), byLane.get('choosy')]
    if (told && open) {
      void this.#enqueue('simple', async () => {
        for (const audience of open) this.#send(audience, told.json)
      })
    }
    if (simple) {
      // Begun at once, passed on in turn.
      const described = this.#parts.describe(change, simple)
      described.catch(() => undefined)
      void this.#enqueue('simple', async () => this.#sendAll(simple, await described))
    }
    if (choosy) this.#tellChoosy(change, choosy)
    if (change.endedKey !== undefined) this.endTokens(change.endedKey)
  }

  /** One change after the other, as each may take its time. */
  #tellChoosy(change: RecordChange, audiences: readonly Audience[]): void {
    if (this.#waiting >= mostWaiting) return
    this.#waiting += 1
    void this.#enqueue('choosy', async () => this.#sendAll(audiences, await this.#parts.describe(change, audiences))).finally(
      () => {
        this.#waiting -= 1
      },
    )
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
    const left = removed.filter(audience => this.#leave(client, audience))
    const joined = added.filter(audience => this.#join(client, audience))
    if (left.length > 0 || joined.length > 0) this.#parts.listen(joined, left)
  }

  /** Whether the audience is a new one. */
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

  /** Whether nobody is left of the audience. */
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
