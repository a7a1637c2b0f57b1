import { setImmediate as nextTurn } from 'node:timers/promises'
import { topicsOf } from '../../records/changes/RecordChange.ts'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import type { Audiences, Members } from '../Audiences.ts'
import type { ChangePublisher } from '../ChangePublisher.ts'
import { collectionOf, topicOf } from '../parseSubscription.ts'
import type { RealtimeClient } from '../RealtimeClient.ts'
import { SharedText } from '../SharedText.ts'
import type { ChangeHistory, PastChange } from './ChangeHistory.ts'
import { type EventIds, progressOf } from './EventIds.ts'

/** Maximum number of subscriptions that are evaluated at once. */
const maxPerTurn = 500
/** Number of changes between two moments in which other work can run. */
const changesPerBatch = 1_000

interface ReplayDependencies {
  clients: ClientLedger
  history: ChangeHistory
  ids: EventIds
  audiences: Audiences
  publisher: Pick<ChangePublisher, 'evaluateMissed'>
}

/** Sends a client that has subscribed again the events of the changes that it has missed, by its current rights. */
export class Replay {
  readonly #dependencies: ReplayDependencies
  readonly #client: RealtimeClient
  /** The position of the last change that each subscription has received. */
  readonly #positions: Map<string, number>
  /** The subscriptions by topic. */
  readonly #byTopic = new Map<string, string[]>()
  /** The names and ids of the collections of the topics. */
  readonly #collections = new Set<string>()
  /** Milliseconds of searching the history that are not counted for the client yet. */
  #searchMs = 0

  /** @param positions the position of each subscription */
  constructor(client: RealtimeClient, positions: ReadonlyMap<string, number>, dependencies: ReplayDependencies) {
    this.#client = client
    this.#positions = new Map(positions)
    this.#dependencies = dependencies
    for (const [subscription] of positions) {
      const topic = topicOf(subscription)
      this.#byTopic.set(topic, [...(this.#byTopic.get(topic) ?? []), subscription])
      this.#collections.add(collectionOf(topic))
    }
  }

  /** Sends the events of the changes up to a position. A client whose time is used up loads the rest again. */
  async run(until: number): Promise<void> {
    try {
      await this.#search(until)
    } finally {
      this.#countSearch()
    }
  }

  /** Searches the history for the changes up to a position, and sends their events. */
  async #search(until: number): Promise<void> {
    let position = Math.min(...this.#positions.values())
    while (position < until && !this.#client.isClosed) {
      position += 1
      const started = performance.now()
      const past = this.#dependencies.history.at(position)
      const due = past ? this.#dueFor(past) : []
      this.#searchMs += performance.now() - started
      if (past && due.length > 0) await this.#replay(past, due, until)
      const isEndOfBatch = position < until && position % changesPerBatch === 0
      if (!past || (isEndOfBatch && !this.#countSearch())) {
        this.#lose([...this.#positions.keys()], until)
        break
      }
      if (isEndOfBatch) await nextTurn()
    }
  }

  /** Counts the time of searching the history for the client. Returns whether it has time left. */
  #countSearch(): boolean {
    const { clients } = this.#dependencies
    const { client } = this.#client.holds
    clients.spend('evaluationMs', client, this.#searchMs)
    clients.recentWork.add([client.address], this.#searchMs)
    this.#searchMs = 0
    return clients.hasTime('evaluationMs', client)
  }

  async #replay(past: PastChange, due: readonly string[], until: number): Promise<void> {
    const events = past.omitted ? undefined : await this.#eventsOf(past, due)
    if (!events || !this.#dependencies.history.isCurrent(past)) {
      this.#lose(due, until)
      return
    }
    const left = new Set(events.keys())
    for (const [subscription, text] of events) {
      left.delete(subscription)
      this.#client.sendMissed(subscription, new SharedText(text, 1), this.#idAt(past.position, left))
    }
    await this.#client.read()
  }

  /** Returns the subscriptions that have not received a change. */
  #dueFor(past: PastChange): string[] {
    return this.#subscribedTo(past).filter(text => (this.#positions.get(text) ?? past.position) < past.position)
  }

  #subscribedTo(past: PastChange): string[] {
    if (past.omitted) {
      if (!past.omitted.some(collection => this.#collections.has(collection))) return []
      return [...this.#positions.keys()].filter(text => past.omitted.includes(collectionOf(topicOf(text))))
    }
    const { id, name } = past.change.collection
    if (!this.#collections.has(id) && !this.#collections.has(name)) return []
    return topicsOf(past.change).flatMap(topic => this.#byTopic.get(topic) ?? [])
  }

  /** Returns the events of a change by subscription; undefined if they cannot be known. */
  async #eventsOf(past: PastChange & { omitted?: undefined }, due: readonly string[]) {
    const { change, removed } = past
    const events = new Map<string, string>()
    const evaluated: Members[] = []
    const members = new Map(
      Array.from(this.#dependencies.audiences.ofClient(this.#client), one => [one.audience.subscription, one]),
    )
    for (const subscription of due) {
      const own = members.get(subscription)
      if (!own) continue
      if (change.publicMessage?.topics.includes(subscription)) events.set(subscription, change.publicMessage.json)
      else evaluated.push(own)
    }
    if (evaluated.length > 0 && !change.record) return undefined
    for (let start = 0; start < evaluated.length; start += maxPerTurn) {
      const some = evaluated.slice(start, start + maxPerTurn)
      const texts = await this.#dependencies.publisher.evaluateMissed({ change, removed }, some, this.#client)
      if (!texts) return undefined
      for (const [{ audience }, text] of texts) events.set(audience.subscription, text)
    }
    return events
  }

  /** Returns the id of an event of a change, while the events of other subscriptions to it are left to send. */
  #idAt(position: number, left: ReadonlySet<string>): string {
    const { ids } = this.#dependencies
    const positions = Array.from(this.#positions, ([subscription, own]) => {
      const sent = left.has(subscription) ? position - 1 : position
      return [subscription, Math.max(own, sent)] as const
    })
    return ids.of(progressOf(positions))
  }

  #lose(subscriptions: readonly string[], until: number): void {
    const lost = subscriptions.filter(subscription => (this.#positions.get(subscription) ?? until) < until)
    if (lost.length === 0) return
    for (const subscription of lost) this.#positions.set(subscription, until)
    this.#client.sendResync(lost)
  }
}
