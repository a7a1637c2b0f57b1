import type { Writable } from 'node:stream'
import { adminTokensRevoked } from '../auth/admins.ts'
import type { ProviderReturn } from '../auth/oauth2/ProviderProof.ts'
import type { DataEvent } from '../db/commits.ts'
import type { EventConsumer } from '../events/EventLog.ts'
import { type SecretOwner, tokenSecretChanged } from '../events/tokenSecretChanged.ts'
import { type RecordsChanged, recordsChanged } from '../records/events.ts'
import type { Client } from '../runtime/clients/Client.ts'
import { type Audience, type Listener, listenerKey, sessionKey, userOf } from './Audience.ts'
import { Audiences } from './Audiences.ts'
import { ChangePublisher, type PublisherDependencies } from './ChangePublisher.ts'
import { Deliveries } from './Deliveries.ts'
import { collectionOf, topicOf } from './parseSubscription.ts'
import { RealtimeClient, type StreamHolds } from './RealtimeClient.ts'
import { RecordCountsTopic } from './RecordCountsTopic.ts'
import { ChangeHistory } from './replay/ChangeHistory.ts'
import { DepartedClients } from './replay/DepartedClients.ts'
import { EventIds, type Progress, positionIn, progressOf } from './replay/EventIds.ts'
import { ListenedTopics } from './replay/ListenedTopics.ts'
import { Replay } from './replay/Replay.ts'
import { SentChanges } from './replay/SentChanges.ts'
import { SignInFlow } from './SignInFlow.ts'
import type { StreamHooks } from './StreamHooks.ts'
import { subscriberKey, topicKey } from './SubscribedTopics.ts'
import type { SubscriptionRequest } from './SubscriptionRequest.ts'

/** Topic of a client that waits for the result of an OAuth2 sign-in. */
const providerTopic = '@oauth2'

/** Maximum length of a topic that a record can match: names and ids have at most 255 characters. */
const maxTopicLength = 600
/** Bytes that a subscription takes beside its text. */
const subscriptionOverheadBytes = 400

/** Returns the key by which the writer knows a topic; none if no record can match it. */
function topicKeysOf(subscription: string): string[] {
  const topic = topicKey(subscription)
  return topic.length > maxTopicLength || topic.startsWith('@') ? [] : [topic]
}

/** Returns the keys by which the writer knows an audience. */
function keysOf({ subscription, listener }: Audience): string[] {
  const topics = topicKeysOf(subscription)
  if (topics.length === 0 || listener.kind !== 'authRecord') return topics
  return [...topics, subscriberKey(listener.collectionId, listener.id)]
}

const isOwnedBy = (owner: Exclude<SecretOwner, 'admins'>, collectionId: string) =>
  owner === 'authRecords' || owner.collectionId === collectionId

/** The functions the hub depends on. */
export interface RealtimeDependencies extends PublisherDependencies {
  /** Notifies the writer of topics that clients are subscribed to, see `SubscribedTopics`. */
  listen: (added: readonly string[], removed: readonly string[]) => void
  /** The address of this node, with which the ids of its clients begin. */
  nodeAddress?: string | undefined
  /** Calls hooks of scripts; absent if there can be none. */
  hooks?: StreamHooks | undefined
}

/** Manages connected clients and their subscriptions, and sends them events in the order of the commits. */
export class RealtimeHub implements EventConsumer {
  readonly #dependencies: RealtimeDependencies
  readonly #clients = new Map<string, RealtimeClient>()
  /** The clients whose streams have ended, with their subscriptions, until their hooks were called. */
  readonly #leaving = new Map<string, { client: RealtimeClient; subscriptions: ReadonlySet<string> }>()
  readonly #audiences = new Audiences()
  readonly #deliveries = new Deliveries()
  readonly #recordCounts: RecordCountsTopic
  readonly #topics = new ListenedTopics()
  readonly #publisher: ChangePublisher
  readonly #history: ChangeHistory
  readonly #ids = new EventIds()
  readonly #sent: SentChanges
  readonly #departed = new DepartedClients(keys => this.#forgetTopics(keys))

  /** Number of open event streams. */
  get clientCount(): number {
    return this.#clients.size
  }

  get #replayParts() {
    const { clients } = this.#dependencies
    return { clients, audiences: this.#audiences, history: this.#history, ids: this.#ids, publisher: this.#publisher }
  }

  constructor(dependencies: RealtimeDependencies) {
    this.#dependencies = dependencies
    this.#recordCounts = new RecordCountsTopic(() => dependencies.versions.current('allRecords'))
    this.#history = new ChangeHistory(dependencies.versions)
    this.#sent = new SentChanges(this.#history, this.#ids, this.#audiences)
    this.#publisher = new ChangePublisher(dependencies, this.#audiences, this.#sent)
  }

  consume(event: DataEvent, seq: number): void {
    if (recordsChanged.is(event)) this.#consumeChanges(event.data, seq)
    else if (adminTokensRevoked.is(event)) this.#revokeTokens(event.data.tokenKey)
    else if (tokenSecretChanged.is(event)) this.#endStreamsOf(event.data)
  }

  /** Ends all streams: the clients reconnect, and load what they may have missed. */
  recover(): void {
    this.#history.lose()
    this.close()
  }

  /**
   * Opens a stream of a client.
   * @throws Rejection `limited` or `busy` if there are too many
   */
  open(client: Client): StreamHolds {
    const { clients } = this.#dependencies
    return {
      client,
      stream: clients.hold('streams', client),
      subscriptions: clients.open('subscriptionBytes', client),
      events: clients.open('eventBytes', client),
    }
  }

  /**
   * Adds a client for an open stream and sends the client its id.
   * @param lastEventId the id of the last event that the client has received on an earlier stream
   * @param request the request, as hooks of scripts see it
   */
  connect(output: Writable, holds: StreamHolds, lastEventId?: string, request?: unknown): void {
    this.greet(this.add(output, holds, lastEventId, request))
  }

  /** Adds a client, to which nothing is sent before `greet`. */
  add(output: Writable, holds: StreamHolds, lastEventId?: string, request?: unknown): RealtimeClient {
    const { hooks, nodeAddress } = this.#dependencies
    const client: RealtimeClient = new RealtimeClient(output, this.#deliveries, holds, {
      lastId: () => (client.subscriptions.size > 0 ? this.#sent.idOf(client) : undefined),
      hooks,
      idPrefix: nodeAddress,
    })
    client.request = request
    if (lastEventId) client.resume = this.#progressOf(lastEventId)
    this.#clients.set(client.id, client)
    output.once('close', () => this.#disconnect(client))
    return client
  }

  /** Sends a client its id. */
  greet(client: RealtimeClient): void {
    client.sendMessage('PB_CONNECT', JSON.stringify({ clientId: client.id }), client.id)
  }

  /** Returns a client, also while the hooks of its disconnection run. */
  find(clientId: string): RealtimeClient | undefined {
    return this.#clients.get(clientId) ?? this.#leaving.get(clientId)?.client
  }

  /** Returns the subscriptions of a client, also while the hooks of its disconnection run. */
  subscriptionsOf(clientId: string): ReadonlySet<string> {
    return this.#leaving.get(clientId)?.subscriptions ?? this.#clients.get(clientId)?.subscriptions ?? new Set()
  }

  /** Returns the ids of the connected clients. */
  get clientIds(): string[] {
    return [...this.#clients.keys()]
  }

  /** Returns what a client has received, by the id of its last event. Until the event of a change, that is the id of the client. */
  #progressOf(lastEventId: string): RealtimeClient['resume'] {
    const client = this.#clients.get(lastEventId)
    if (client) return client.start ?? client.resume
    const departed = this.#departed.find(lastEventId)
    return departed ? departed.start : (this.#ids.read(lastEventId) ?? 'unknown')
  }

  /** Removes a client whose stream has ended. Its topics stay listened to for a while, so that it can receive what it misses. */
  #disconnect(client: RealtimeClient): void {
    this.#clients.delete(client.id)
    const left = this.#dependencies.hooks?.disconnected(client.id)
    if (left) {
      this.#leaving.set(client.id, { client, subscriptions: client.subscriptions })
      void left.finally(() => this.#leaving.delete(client.id))
    }
    this.#remember(client)
    this.#replace(client, client.listener, new Set())
  }

  #remember(client: RealtimeClient): void {
    const start = client.start ?? client.resume
    if (start === undefined) return
    const keys = [...client.subscriptions].flatMap(topicKeysOf)
    const hold = this.#dependencies.clients.open('absentBytes', client.holds.client)
    try {
      hold.resize(keys.reduce((sum, { length }) => sum + length, subscriptionOverheadBytes * (1 + keys.length)))
      this.#topics.add(keys, this.#history.head)
      this.#departed.add(client.id, { start, keys, hold })
    } catch {
      // Without room for it, the client has to load what it shows again.
    }
  }

  #forgetTopics(keys: readonly string[]): void {
    const ended = this.#topics.remove(keys)
    if (ended.length > 0) this.#dependencies.listen([], ended)
  }

  /**
   * Returns whether a request can replace the subscriptions of a client: not if the client is unknown or was authenticated as a
   * different user before.
   */
  check({ clientId, listener }: Pick<SubscriptionRequest, 'clientId' | 'listener'>): 'done' | 'unknown' | 'other' {
    const client = this.#clients.get(clientId)
    if (!client) return 'unknown'
    return client.listener.kind !== 'guest' && listenerKey(client.listener) !== listenerKey(listener) ? 'other' : 'done'
  }

  /**
   * Replaces the subscriptions of a client, if `check` allows it. From then on, it counts for its user as well.
   * @throws Rejection `limited` or `busy` if its user has too many streams, or the subscriptions take too much memory
   */
  subscribe({ clientId, subscriptions, listener, start }: SubscriptionRequest): 'done' | 'unknown' | 'other' {
    const checked = this.check({ clientId, listener })
    const client = this.#clients.get(clientId)
    if (!client || checked !== 'done') return checked
    const user = userOf(listener)
    if (user !== undefined) client.identify(user)
    const wanted = new Set(subscriptions.filter(subscription => subscription !== ''))
    const bytes = [...wanted].reduce((sum, { length }) => sum + length + subscriptionOverheadBytes, 0)
    client.holds.subscriptions.resize(bytes)
    const added = [...wanted].filter(subscription => !client.subscriptions.has(subscription))
    this.#replace(client, listener, wanted)
    this.#startAt(client, added)
    if (!client.subscriptions.has(providerTopic)) client.signIn = undefined
    else if (!client.signIn?.isContinuedBy(start)) client.signIn = new SignInFlow(start)
    return 'done'
  }

  /** Sends a client that has subscribed again what it has missed, and notes where new subscriptions of others begin. */
  #startAt(client: RealtimeClient, added: readonly string[]): void {
    const { head } = this.#history
    this.#history.noteCollections()
    if (client.subscriptions.size === 0) return
    const { resume, start } = client
    client.resume = undefined
    if (resume) {
      client.start = resume
      void this.#resume(client, resume, head)
    } else if (start === undefined) client.start = { position: head, exceptions: new Map() }
    else if (start !== 'unknown' && start.position !== head) {
      const isAdded = new Set(added)
      const positionOf = (subscription: string) => (isAdded.has(subscription) ? head : positionIn(start, subscription))
      client.start = progressOf(Array.from(client.subscriptions, subscription => [subscription, positionOf(subscription)]))
    }
  }

  /** Sends a client what it has missed, before the events of later changes. */
  async #resume(client: RealtimeClient, progress: Progress | 'unknown', head: number): Promise<void> {
    client.replayedTo = head
    const positions = new Map<string, number>()
    const lost: string[] = []
    for (const subscription of client.subscriptions) {
      const keys = topicKeysOf(subscription)
      if (keys.length === 0) continue
      const position = progress === 'unknown' ? -1 : Math.min(positionIn(progress, subscription), head)
      const isKnown =
        position === head || (this.#history.reachesTo(position) && keys.every(key => this.#topics.isListenedSince(key, position)))
      if (!isKnown) lost.push(subscription)
      positions.set(subscription, isKnown ? position : head)
    }
    if (lost.length > 0) client.sendResync(lost, lost.length === positions.size ? this.#ids.at(head) : undefined)
    if (positions.size === lost.length) return
    client.hold()
    try {
      await new Replay(client, positions, this.#replayParts).run(head)
      client.release()
    } catch (error) {
      this.#dependencies.warn('Realtime events could not be sent.', error)
      client.end()
    }
  }

  /**
   * Sends a client with a new session the changes that are still being evaluated for its former one. The session that it has now decides
   * what it sees of them.
   * @param received the positions up to which it has received the changes of its former subscriptions
   */
  #continue(client: RealtimeClient, received: ReadonlyMap<string, number>): void {
    const { head } = this.#history
    const positions = Array.from(client.subscriptions, text => [text, received.get(text) ?? head] as const)
    // Others with the same session may still wait for changes that it has received.
    if (positions.every(([, position]) => position === head)) client.replayedTo = head
    // The client connects again, and receives the rest.
    else if (client.isHeld) client.end()
    else void this.#resume(client, progressOf(positions), head)
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
    client.sendMessage(providerTopic, JSON.stringify({ state: clientId, code, ...(error !== '' && { error }) }))
    const others = [...client.subscriptions].filter(subscription => subscription !== providerTopic)
    this.#replace(client, client.listener, new Set(others))
  }

  #consumeChanges({ changes, removed, omitted }: RecordsChanged, seq: number): void {
    for (const change of changes) {
      const { collection, recordId, before, record, publicMessage } = change
      const isRemembered = !before || this.#publisher.remember(collection.id, recordId, { seq, before })
      if (!isRemembered) this.#endStreamsAs(collection.id, recordId)
      if (record ?? publicMessage) {
        const position = this.#history.add(seq, change, removed)
        this.#publisher.publish({ seq, position, change, removed })
      }
      if (change.revokedTokenKey !== undefined) this.#revokeTokens(change.revokedTokenKey)
    }
    if (omitted.length === 0) return
    this.#history.addOmitted(seq, omitted)
    this.#endStreamsAbout(omitted)
  }

  /**
   * Ends the streams of clients with subscriptions to these collections, which have missed changes, and of clients signed in as their
   * records, whose earlier versions are unknown. They reconnect, and load what they have missed.
   */
  #endStreamsAbout(collections: readonly string[]): void {
    const isOf = (subscription: string) => collections.includes(collectionOf(topicOf(subscription)))
    for (const client of this.#clients.values()) {
      const { listener, subscriptions } = client
      const isSignedIn = listener.kind === 'authRecord' && collections.includes(listener.collectionId)
      if (isSignedIn || [...subscriptions].some(isOf)) client.end()
    }
  }

  /**
   * Downgrades every client authenticated with this token key to a guest, after delivering the events that precede the revocation.
   * Later events are evaluated as for guests even before that, because the token key no longer matches.
   */
  #revokeTokens(tokenKey: string): void {
    void this.#publisher.settled(tokenKey).then(() => {
      for (const client of this.#clients.values()) {
        const { listener } = client
        if (listener.kind === 'guest' || listener.tokenKey !== tokenKey) continue
        this.#replace(client, { kind: 'guest' }, client.subscriptions)
      }
    })
  }

  /** Ends the streams of admins. Their clients reconnect, so that their addresses are checked again. */
  endAdmins(): void {
    this.#endStreamsOf('admins')
  }

  /** Ends the streams of clients whose tokens may be signed with an outdated secret. They reconnect, so that the token is verified again. */
  #endStreamsOf(owner: SecretOwner): void {
    for (const client of this.#clients.values()) {
      const { listener } = client
      const isOf =
        owner === 'admins' ? listener.kind === 'admin' : listener.kind === 'authRecord' && isOwnedBy(owner, listener.collectionId)
      if (isOf) client.end()
    }
  }

  /** Ends the streams of the clients that are signed in as a record, because they may miss events. */
  #endStreamsAs(collectionId: string, recordId: string): void {
    const audiences = this.#audiences.ofListener({ kind: 'authRecord', collectionId, id: recordId, tokenKey: '' })
    for (const { clients } of audiences) for (const client of clients) client.end()
  }

  /** Ends all streams. */
  close(): void {
    for (const client of this.#clients.values()) client.end()
  }

  #replace(client: RealtimeClient, listener: Listener, subscriptions: ReadonlySet<string>): void {
    // Subscriptions that stay keep their place, so that they miss no change that is being evaluated.
    const isSameSession = sessionKey(client.listener) === sessionKey(listener)
    const received = isSameSession ? undefined : this.#sent.positionsOf(client)
    const kept = [...client.subscriptions].filter(subscription => isSameSession && subscriptions.has(subscription))
    const isKept = new Set(kept)
    const leaves = [...client.subscriptions].filter(subscription => !isKept.has(subscription))
    const joins = [...subscriptions].filter(subscription => !isKept.has(subscription))
    const left = leaves
      .map(subscription => ({ subscription, listener: client.listener }))
      .filter(audience => this.#audiences.leave(client, audience))
    const joined = joins.map(subscription => this.#audiences.join(client, { subscription, listener }))
    client.listener = listener
    client.subscriptions = new Set([...kept, ...joined.map(({ members }) => members.audience.subscription)])
    this.#recordCounts.update(client)
    const keys = joined.flatMap(({ members, isFirst }) => (isFirst ? keysOf(members.audience) : []))
    const begun = this.#topics.add(keys, this.#history.head)
    const ended = this.#topics.remove(left.flatMap(keysOf))
    if (ended.length > 0 || begun.length > 0) this.#dependencies.listen(begun, ended)
    if (received && subscriptions.size > 0) this.#continue(client, received)
  }
}
