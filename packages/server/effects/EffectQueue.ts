import { setTimeout as wait } from 'node:timers/promises'
import type { Storage } from '../files/storage/Storage.ts'
import { type Effect, isRemoval, type Removal } from '../messages/Effect.ts'
import type { MailJob } from '../messages/MailJob.ts'
import type { Message, RecordChange } from '../messages/RecordChange.ts'
import type { SiteSettings } from '../messages/SiteSettings.ts'

/** The services that effects use. */
export interface EffectTargets {
  storage: Storage
  adminsChanged: () => void
  settingsChanged: (settings: SiteSettings) => void
  /** Queues a mail without waiting for its delivery, which must not delay later effects. */
  sendMail: (job: MailJob) => void
  mailQueued: () => void
  revokeTokens: (tokenKey: string) => void
  publish: (changes: readonly RecordChange[], messages: readonly Message[]) => void
  /** Called with the entries of recorded removals once all their files are removed. */
  removed: (entries: readonly string[]) => void
  warn: (message: string, error: unknown) => void
}

/** Minimum time in milliseconds between two directory listings during mass deletions. One listing serves many records. */
const minRemovalIntervalMs = 25

/** Effects that no other effect waits for. */
type LateEffect = Exclude<Effect, { kind: 'recordsChanged' | 'tokensRevoked' | 'settingsChanged' }>

/** A removal of files for several changes, with the entries that recorded it. */
interface MergedRemoval {
  removal: Removal
  entries: string[]
}

const entriesOf = (removals: readonly Removal[]): string[] => removals.flatMap(({ entry }) => entry ?? [])

/** Merges removals per collection, because each lists the collection's folder. */
const mergeRemovals = (removals: readonly Removal[]): MergedRemoval[] => {
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
 * Performs effects one by one in the order of their changes, except for removals of files, whose order does not matter. Failures are
 * only logged.
 */
export class EffectQueue {
  readonly #targets: EffectTargets
  #last: Promise<void> = Promise.resolve()
  #lastRemoval: Promise<void> = Promise.resolve()
  /** The pending removals. */
  #removals: Removal[] = []
  /** The time of the last removals. */
  #removed = Number.NEGATIVE_INFINITY
  readonly #closing = new AbortController()

  constructor(targets: EffectTargets) {
    this.#targets = targets
  }

  add(effects: readonly Effect[]): void {
    for (const effect of effects) {
      // Events have their own order, so that a slow disk cannot delay them.
      if (effect.kind === 'recordsChanged') this.#targets.publish(effect.changes, effect.messages)
      else if (effect.kind === 'tokensRevoked') this.#targets.revokeTokens(effect.tokenKey)
      // The client's next request can depend on the saved settings.
      else if (effect.kind === 'settingsChanged') this.#targets.settingsChanged(effect.settings)
      else if (isRemoval(effect)) this.#remove(effect)
      else this.#last = this.#last.then(async () => void (await this.#perform(effect)))
    }
  }

  /** Runs a task during which no file is removed. Removals requested in the meantime happen afterwards. */
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

  /** Removes files after the pending removals. Rejects if a file cannot be removed. */
  removeNow(removals: readonly Removal[]): Promise<void> {
    return this.withoutRemovals(async () => {
      for (const removal of removals) await this.#removeFiles(removal)
    })
  }

  /** Waits for all effects that were added. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all([this.#last, this.#lastRemoval])
  }

  /** Batches removals that are requested during or shortly after other removals. */
  #remove(removal: Removal): void {
    if (this.#removals.push(removal) > 1) return
    this.#lastRemoval = this.#lastRemoval.then(() => this.#waitForInterval()).then(() => this.#removeAll())
  }

  async #waitForInterval(): Promise<void> {
    const left = this.#removed + minRemovalIntervalMs - performance.now()
    if (left > 0) await wait(left, undefined, { signal: this.#closing.signal }).catch(() => undefined)
  }

  async #removeAll(): Promise<void> {
    const entries = new Set(entriesOf(this.#removals))
    const removals = mergeRemovals(this.#removals)
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

  /** Performs an effect and returns whether it succeeded. */
  async #perform(effect: LateEffect): Promise<boolean> {
    const { adminsChanged, sendMail, mailQueued, warn } = this.#targets
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
          sendMail(effect.job)
          break
        case 'mailQueued':
          mailQueued()
          break
      }
      return true
    } catch (error) {
      warn(`An effect of a change (${effect.kind}) failed.`, error)
      return false
    }
  }
}
