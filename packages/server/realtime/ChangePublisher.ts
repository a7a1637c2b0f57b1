import { lengthOfChange, type RecordChange, type RemovedRecords } from '../records/changes/RecordChange.ts'
import type { Versions } from '../runtime/cache/versions.ts'
import type { Client } from '../runtime/clients/Client.ts'
import type { ClientLedger } from '../runtime/clients/ClientLedger.ts'
import { Semaphore } from '../runtime/Semaphore.ts'
import type { Audiences, Members } from './Audiences.ts'
import type { Describe } from './DescribedEvents.ts'
import { EvaluationTurns } from './EvaluationTurns.ts'
import { OrderedSends } from './OrderedSends.ts'
import type { RealtimeClient } from './RealtimeClient.ts'
import { RemovedHolds } from './RemovedHolds.ts'
import type { SentChanges } from './replay/SentChanges.ts'
import { SharedChangeHolds } from './SharedChangeHolds.ts'
import { SharedText } from './SharedText.ts'
import { SubscriberHistory } from './SubscriberHistory.ts'
import { findBeyondLimits, sharesOf } from './userLimits.ts'

/** Changes that are evaluated at the same time for subscriptions without options. Each sends its record to a thread. */
const maxConcurrentSimple = 4
/** Maximum number of subscriptions that are evaluated in one turn. */
const maxPerTurn = 500
/** Milliseconds that evaluating a missed change counts for at least. */
const minMissedMs = 1
/** Maximum number of addresses whose turns an evaluation is offered to, if they have no time or memory left for it. */
const maxPayers = 8
/** Milliseconds of work below which an address counts as idle. */
const idleMs = 1
const noAddresses: ReadonlySet<string> = new Set()

/** The functions that publishing changes depends on. */
export interface PublisherDependencies {
  describe: Describe
  warn: (message: string, error: unknown) => void
  clients: ClientLedger
  versions: Pick<Versions, 'current' | 'lastCommit'>
  /** Resolves once the hub has received the events of a commit. */
  reached: (seq: number) => Promise<void>
}

/** A change to be published. */
interface Publication {
  seq: number
  /** See `ChangeHistory`. */
  position: number
  change: RecordChange
  removed: RemovedRecords | undefined
}

/** The evaluation of a change, with the address that pays for it if the subscriptions have options. */
type Evaluation = Omit<Publication, 'position'> & { isMissed?: boolean; client?: string; onWait?: () => void }

/** The events of a change for audiences, and the processor time that they took in milliseconds. */
interface Evaluated {
  events: Map<Members, string>
  /** The audiences that may miss an event, see `DescribedEvents`. */
  late: Set<Members>
  spentMs: number
}

function hasOpenStream({ clients }: Members): boolean {
  for (const client of clients) if (!client.isClosed) return true
  return false
}

/** Divides audiences into groups that are evaluated in one turn each. */
function groupsOf(all: readonly Members[]): Members[][] {
  const groups: Members[][] = []
  for (let start = 0; start < all.length; start += maxPerTurn) groups.push(all.slice(start, start + maxPerTurn))
  return groups
}

/** Finds out which audiences may see a change, and sends them its events in the order of the commits. */
export class ChangePublisher {
  readonly #dependencies: PublisherDependencies
  readonly #audiences: Audiences
  readonly #sentChanges: SentChanges
  readonly #ordered: OrderedSends
  readonly #history: SubscriberHistory
  readonly #turns: EvaluationTurns
  readonly #simple = new Semaphore({ maxConcurrent: maxConcurrentSimple })
  /** The removed records of deletions that wait for subscriptions with options. */
  readonly #removed: RemovedHolds
  /** The changes that wait for subscriptions without options. */
  readonly #shared: SharedChangeHolds
  /** Resolves when the events so far that need no turn have been sent. */
  #sent: Promise<void> = Promise.resolve()
  /** The waiting evaluations of signed-in listeners, by token key. */
  readonly #waiting = new Map<string, Set<Promise<unknown>>>()

  constructor(dependencies: PublisherDependencies, audiences: Audiences, sent: SentChanges) {
    this.#dependencies = dependencies
    this.#audiences = audiences
    this.#sentChanges = sent
    this.#ordered = new OrderedSends(sent)
    this.#turns = new EvaluationTurns(dependencies.clients, error => this.#warn(error))
    this.#history = new SubscriberHistory(dependencies.clients)
    this.#removed = new RemovedHolds(dependencies.clients, 'changeBytes')
    this.#shared = new SharedChangeHolds(dependencies.clients)
  }

  /**
   * Adds what a subscriber's own record was before a change, which decides what the subscriber could see until then. Returns false if
   * there is no memory for it, so that the subscriber may miss events.
   */
  remember(...change: Parameters<SubscriberHistory['add']>): boolean {
    return this.#history.add(...change)
  }

  /** Resolves when the events so far have been sent that listeners with this token key may receive. */
  settled(tokenKey: string): Promise<unknown> {
    return Promise.all([this.#sent, ...(this.#waiting.get(tokenKey) ?? [])])
  }

  /**
   * Sends the events of a change to audiences after the events of earlier changes. If the changes that wait for that take too much
   * memory, the streams end.
   * @param evaluate called at once, so that changes are evaluated in parallel
   */
  #sendNext(publication: Publication, all: readonly Members[], evaluate: () => Promise<Evaluated>): void {
    const { position } = publication
    let release: () => void
    try {
      release = this.#shared.add(publication, all.length)
    } catch {
      this.#miss(all, position)
      return
    }
    const evaluated = evaluate()
    evaluated.catch(() => undefined)
    this.#sent = this.#sent
      .then(async () => {
        void this.#sendAll(publication, all, await evaluated)
      })
      .catch(error => {
        this.#warn(error)
        this.#miss(all, position)
      })
      .finally(release)
  }

  /** Sends the events of a change to the audiences that may see it, after the events of earlier changes. */
  publish(publication: Publication): void {
    const { publicMessage } = publication.change
    const kindOf = ({ audience, hasOptions }: Members) => {
      if (publicMessage?.topics.includes(audience.subscription)) return 'public'
      return hasOptions ? 'withOptions' : 'simple'
    }
    const all = this.#audiences.of(publication.change)
    this.#sentChanges.begin(all, publication.position)
    const byKind = Map.groupBy(all, kindOf)
    const [publicOnes, simple, withOptions] = [byKind.get('public'), byKind.get('simple'), byKind.get('withOptions')]
    if (publicMessage && publicOnes) {
      const events = new Map(publicOnes.map(members => [members, publicMessage.json]))
      this.#sendNext({ ...publication, removed: undefined }, publicOnes, async () => ({ events, late: new Set(), spentMs: 0 }))
    }
    if (simple) this.#sendNext(publication, simple, () => this.#evaluateSimple(publication, simple))
    if (withOptions) void this.#publishInTurns(publication, withOptions)
  }

  async #evaluateSimple(publication: Publication, all: readonly Members[]): Promise<Evaluated> {
    const { seq } = publication
    this.#history.begin(seq)
    try {
      return await this.#simple.run(() => this.#evaluate(publication, all))
    } finally {
      this.#history.end(seq)
    }
  }

  /**
   * Evaluates a change for subscriptions with options, for each address in its turn. Resolves when the events are sent.
   * @param tried addresses that have no time or memory left for it
   */
  #publishInTurns(publication: Publication, all: readonly Members[], tried = noAddresses): Promise<unknown> {
    const characters = lengthOfChange(publication.change)
    const loads = new Map<string, number>()
    const sent: Promise<unknown>[] = []
    const byPayer = Map.groupBy(all, ({ addresses }) => this.#payerOf(addresses.keys(), tried, loads))
    for (const [address, ofPayer] of byPayer) {
      if (address === undefined) {
        this.#miss(ofPayer, publication.position)
        continue
      }
      // Those of the payer alone can be slow, so the others come first.
      const { shared = [], own = [] } = Object.groupBy(ofPayer, ({ addresses }) => (addresses.size > 1 ? 'shared' : 'own'))
      for (const group of [...groupsOf(shared), ...groupsOf(own)]) {
        sent.push(this.#publishInTurn(publication, group, { client: { address }, characters, tried }))
      }
    }
    return Promise.all(sent)
  }

  /** Evaluates a change for subscriptions with the same payer. Resolves when the events are sent. */
  #publishInTurn(
    publication: Publication,
    all: readonly Members[],
    { client, characters, tried }: { client: Client; characters: number; tried: ReadonlySet<string> },
  ): Promise<unknown> {
    const { seq, position, removed } = publication
    const group = this.#withinLimits(publication, all, client.address, characters)
    if (group.length === 0) return Promise.resolve()
    this.#history.begin(seq)
    const { promise: done, resolve } = Promise.withResolvers<unknown>()
    for (const members of group) this.#await(members, done)
    let releaseRemoved: (() => void) | undefined
    const skip = () => {
      releaseRemoved?.()
      for (const { clients } of group) for (const one of clients) if (one.holds.client.address === client.address) one.end()
      resolve(this.#publishInTurns(publication, group, new Set(tried).add(client.address)))
      this.#history.end(seq)
    }
    try {
      releaseRemoved = this.#removed.add(client, removed)
    } catch {
      skip()
      return done
    }
    void done.finally(releaseRemoved)
    this.#turns.add({
      client,
      users: sharesOf(group),
      characters,
      costMs: group.length,
      run: async giveBack => {
        try {
          // The time of a user can have been used up in the turns of other addresses.
          const inTime = this.#withinLimits(publication, group, client.address)
          const evaluated = await this.#evaluate({ ...publication, client: client.address, onWait: giveBack }, inTime)
          const sent = this.#sendAll(publication, inTime, evaluated)
          resolve(sent)
          return { spentMs: evaluated.spentMs, sent }
        } catch (error) {
          this.#miss(group, position)
          resolve(undefined)
          throw error
        } finally {
          this.#history.end(seq)
        }
      },
      skip,
    })
    return done
  }

  /** Returns the audiences whose users have time and memory left. The streams of the others end. */
  #withinLimits({ position }: Publication, all: readonly Members[], address: string, characters = 0): readonly Members[] {
    const beyond = findBeyondLimits(this.#dependencies.clients, all, { address, characters })
    if (beyond.size === 0) return all
    this.#miss([...beyond], position)
    return all.filter(members => !beyond.has(members))
  }

  /** Returns the address that counts for an evaluation: the one with the least work. Undefined if all were tried, or too many. */
  #payerOf(addresses: Iterable<string>, tried: ReadonlySet<string>, loads: Map<string, number>): string | undefined {
    if (tried.size >= maxPayers) return undefined
    let [payer, least]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
    for (const address of addresses) {
      if (tried.has(address)) continue
      const load = loads.get(address) ?? this.#turns.loadOf(address)
      loads.set(address, load)
      if (load < least) [payer, least] = [address, load]
      if (load < idleMs) break
    }
    return payer
  }

  #await({ audience: { listener } }: Members, done: Promise<unknown>): void {
    if (listener.kind === 'guest') return
    const waiting = this.#waiting.get(listener.tokenKey) ?? new Set()
    this.#waiting.set(listener.tokenKey, waiting.add(done))
    void done.then(() => {
      waiting.delete(done)
      if (waiting.size === 0) this.#waiting.delete(listener.tokenKey)
    })
  }

  /** Creates the events of a change, by the rights that the audiences had then and have now, whichever show less. */
  async #evaluate(publication: Evaluation, all: readonly Members[]): Promise<Evaluated> {
    const present = all.filter(hasOpenStream)
    if (present.length === 0) return { events: new Map(), late: new Set(), spentMs: 0 }
    const { events, late, spentMs } = await this.#describe(publication, present)
    // The evaluation can have read the results of commits whose events have not arrived yet.
    await this.#dependencies.reached(this.#dependencies.versions.lastCommit())
    const earlier = new Map<Members, Members>()
    for (const members of events.keys()) {
      const listener = this.#history.asOf(members.audience.listener, publication.seq)
      if (listener === 'unknown') events.delete(members)
      else if (listener) earlier.set(members, { ...members, audience: { ...members.audience, listener } })
    }
    if (earlier.size === 0) return { events, late, spentMs }
    const before = await this.#describe(publication, [...earlier.values()])
    for (const [members, then] of earlier) {
      if (before.events.get(then) !== events.get(members)) events.delete(members)
      if (before.late.has(then)) late.add(members)
    }
    return { events, late, spentMs: spentMs + before.spentMs }
  }

  async #describe({ change, removed, isMissed, client, onWait }: Evaluation, all: readonly Members[]): Promise<Evaluated> {
    const events = new Map<Members, string>()
    const late = new Set<Members>()
    let spentMs = 0
    const describe = async (some: readonly Members[], known: RemovedRecords | undefined) => {
      const audiences = some.map(({ audience }) => audience)
      const ofTurn = { ...(isMissed && { isMissed }), ...(client !== undefined && { client }) }
      const request = { change, audiences, ...(known && { removed: known }), ...ofTurn }
      const described = await this.#dependencies.describe(request, onWait)
      spentMs += described.spentMs
      for (const [index, members] of some.entries()) {
        const text = described.texts[described.textOf[index] ?? -1]
        if (text !== undefined) events.set(members, text)
      }
      for (const index of described.late) if (some[index]) late.add(some[index])
      return described.needRemoved.flatMap(index => some[index] ?? [])
    }
    const isDeletion = change.action === 'delete' && removed
    const rest = await describe(all, isDeletion ? { collections: removed.collections } : undefined)
    if (rest.length > 0 && removed?.records) await describe(rest, removed)
    return { events, late, spentMs }
  }

  /**
   * Creates the events of an earlier change for audiences, by their current rights, in the turn of their client.
   * @returns undefined if they cannot be known: the client has recently caused too much work, one of them takes too long, or it is not
   * known whether an audience could see the change when it was made
   */
  evaluateMissed(
    { change, removed }: Pick<Publication, 'change' | 'removed'>,
    all: readonly Members[],
    client: RealtimeClient,
  ): Promise<ReadonlyMap<Members, string> | undefined> {
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<Members, string> | undefined>()
    this.#turns.add({
      client: client.holds.client,
      characters: 0,
      costMs: all.length,
      run: async giveBack => {
        // A right that is lost during the evaluation counts as lost.
        const seq = this.#dependencies.versions.lastCommit()
        this.#history.begin(seq)
        try {
          const missed = { seq, change, removed, isMissed: true, client: client.holds.client.address, onWait: giveBack }
          const { events, late, spentMs } = await this.#evaluate(missed, all)
          resolve(late.size === 0 ? events : undefined)
          return { spentMs: Math.max(spentMs, minMissedMs), sent: promise }
        } finally {
          this.#history.end(seq)
          resolve(undefined)
        }
      },
      skip: () => resolve(undefined),
    })
    return promise
  }

  /**
   * Sends the events of a change to audiences, after the events of earlier changes. The clients with the same text share one copy of it.
   * Clients that may miss an event receive `@resync`. Resolves when everything is sent.
   */
  #sendAll(
    { position }: Publication,
    all: readonly Members[],
    { events, late }: Pick<Evaluated, 'events' | 'late'>,
  ): Promise<unknown> {
    const sent: Promise<void>[] = []
    const withoutEvent = all.filter(members => !events.has(members))
    for (const members of withoutEvent) {
      const resync = () => {
        if (!late.has(members)) return
        for (const client of members.clients) if (position > client.replayedTo) client.sendResync([members.audience.subscription])
      }
      sent.push(this.#ordered.add(members, position, resync))
    }
    const byText = Map.groupBy(events, ([, text]) => text)
    for (const [text, same] of byText) {
      const recipients = same.reduce((sum, [{ clients }]) => sum + clients.size, 0)
      const data = new SharedText(text, recipients)
      for (const [members] of same) sent.push(this.#ordered.add(members, position, () => this.#send(members, position, data)))
      data.divide()
    }
    return Promise.all(sent)
  }

  #send({ audience, clients }: Members, position: number, data: SharedText): void {
    for (const client of clients)
      if (position > client.replayedTo) client.sendShared(audience.subscription, data, this.#sentChanges.idOf(client))
  }

  /** Ends the streams of clients that miss an event. They connect again, and receive it, or load what they show. */
  #miss(all: readonly Members[], position: number): void {
    for (const members of all) {
      for (const client of members.clients) client.end()
      this.#ordered.drop(members, position)
    }
  }

  #warn(error: unknown): void {
    this.#dependencies.warn('Realtime events could not be sent.', error)
  }
}
