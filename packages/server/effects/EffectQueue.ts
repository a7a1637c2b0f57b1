import { setTimeout as wait } from 'node:timers/promises'
import type { Storage } from '../files/storage/Storage.ts'
import { type Effect, isRemoval, type Removal } from '../messages/Effect.ts'
import type { MailOrder } from '../messages/MailOrder.ts'
import type { Message, RecordChange } from '../messages/RecordChange.ts'
import type { SiteSettings } from '../messages/SiteSettings.ts'

/** What effects act upon. */
export interface EffectTargets {
  storage: Storage
  adminsChanged: () => void
  settingsChanged: (settings: SiteSettings) => void
  /** Only takes the mail in: how it goes must not hold up what comes after. */
  sendMail: (order: MailOrder) => void
  endTokens: (tokenKey: string) => void
  tell: (changes: readonly RecordChange[], messages: readonly Message[]) => void
  /** Called with the entries of recorded removals once all of their files are removed. */
  removed: (entries: readonly string[]) => void
  warn: (message: string, error: unknown) => void
}

/** Milliseconds between two looks for files while much is deleted: most records have none, and one look serves for many. */
const restMilliseconds = 25

/** Effects that nothing waits for. */
type LateEffect = Exclude<Effect, { kind: 'recordsChanged' | 'tokensEnded' | 'settingsChanged' }>

/** A removal for several changes, with the entries under which these have recorded it. */
interface MergedRemoval {
  removal: Removal
  entries: string[]
}

const entriesOf = (removals: readonly Removal[]): string[] => removals.flatMap(({ entry }) => entry ?? [])

/** The same removals, with one for all records of a collection: each looks at the collection's folder. */
const merged = (removals: readonly Removal[]): MergedRemoval[] => {
  const ofRecords = removals.filter(removal => removal.kind === 'removeRecordFiles')
  const byCollection = Map.groupBy(ofRecords, ({ collectionId }) => collectionId)
  return [
    ...removals.filter(({ kind }) => kind === 'removeFiles').map(removal => ({ removal, entries: entriesOf([removal]) })),
    ...Array.from(byCollection, ([collectionId, some]) => ({
      removal: { kind: 'removeRecordFiles' as const, collectionId, records: some.flatMap(({ records }) => records) },
      entries: entriesOf(some),
    })),
  ]
}

/**
 * Performs effects one after the other, in the order in which their changes were answered, but for removed files, whose order does not
 * matter. A failure is only told of.
 */
export class EffectQueue {
  readonly #targets: EffectTargets
  #last: Promise<void> = Promise.resolve()
  #lastRemoval: Promise<void> = Promise.resolve()
  /** What is still to be removed. */
  #removals: Removal[] = []
  /** When the last removals were made. */
  #removed = Number.NEGATIVE_INFINITY
  readonly #closing = new AbortController()

  constructor(targets: EffectTargets) {
    this.#targets = targets
  }

  add(effects: readonly Effect[]): void {
    for (const effect of effects) {
      // Events keep an order of their own: a slow disk is not to hold them up.
      if (effect.kind === 'recordsChanged') this.#targets.tell(effect.changes, effect.messages)
      else if (effect.kind === 'tokensEnded') this.#targets.endTokens(effect.tokenKey)
      // Whoever saved settings may ask for what they say with the next request.
      else if (effect.kind === 'settingsChanged') this.#targets.settingsChanged(effect.settings)
      else if (isRemoval(effect)) this.#remove(effect)
      else this.#last = this.#last.then(async () => void (await this.#perform(effect)))
    }
  }

  /** Does work during which no file is removed; removals that come up meanwhile are made up for afterwards. */
  async withoutRemovals<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#lastRemoval
    this.#lastRemoval = before.then(() => promise)
    try {
      await before
      return await work()
    } finally {
      resolve()
    }
  }

  /** Removes files in their turn. Rejects when one cannot be removed. */
  removeNow(removals: readonly Removal[]): Promise<void> {
    return this.withoutRemovals(async () => {
      for (const removal of removals) await this.#removeFiles(removal)
    })
  }

  /** Waits for everything that was added. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all([this.#last, this.#lastRemoval])
  }

  /** Those that come up while others are made, or soon after, are made together. */
  #remove(removal: Removal): void {
    if (this.#removals.push(removal) > 1) return
    this.#lastRemoval = this.#lastRemoval.then(() => this.#rest()).then(() => this.#removeAll())
  }

  async #rest(): Promise<void> {
    const left = this.#removed + restMilliseconds - performance.now()
    if (left > 0) await wait(left, undefined, { signal: this.#closing.signal }).catch(() => undefined)
  }

  async #removeAll(): Promise<void> {
    const entries = new Set(entriesOf(this.#removals))
    const removals = merged(this.#removals)
    this.#removals = []
    for (const { removal, entries: some } of removals) {
      if (!(await this.#perform(removal))) for (const entry of some) entries.delete(entry)
    }
    this.#removed = performance.now()
    if (entries.size > 0) this.#targets.removed([...entries])
  }

  async #removeFiles(removal: Removal): Promise<void> {
    const { storage } = this.#targets
    if (removal.kind === 'removeRecordFiles') await storage.removeRecords(removal.collectionId, removal.records)
    else await (removal.prefix.endsWith('/') ? storage.removeBelow(removal.prefix) : storage.remove(removal.prefix))
  }

  /** Performs an effect and returns whether that succeeded. */
  async #perform(effect: LateEffect): Promise<boolean> {
    const { adminsChanged, sendMail, warn } = this.#targets
    try {
      switch (effect.kind) {
        case 'removeFiles':
        case 'removeRecordFiles':
          await this.#removeFiles(effect)
          break
        case 'adminsChanged':
          adminsChanged()
          break
        case 'sendMail':
          sendMail(effect.order)
          break
      }
      return true
    } catch (error) {
      warn(`What follows from a change (${effect.kind}) could not be done.`, error)
      return false
    }
  }
}
