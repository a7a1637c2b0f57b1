import { setTimeout as wait } from 'node:timers/promises'
import type { DataEvent } from '../../db/commits.ts'
import type { EventConsumer } from '../../events/EventLog.ts'
import type { Removal } from '../../files/storage/Removal.ts'
import type { Storage } from '../../files/storage/Storage.ts'
import { filesReleased } from '../events.ts'
import type { RecordedRemovals } from './RecordedRemovals.ts'

/** The services that removing files uses. */
interface RemovalServices {
  storage: Storage
  recorded: Pick<RecordedRemovals, 'markRemoved' | 'sweep' | 'close'>
  warn: (message: string, error: unknown) => void
}

/** Minimum time in milliseconds between two directory listings during mass deletions. One listing serves many records. */
const minRemovalIntervalMs = 25

/** A removal of files for several changes, with the entries that recorded it. */
interface MergedRemoval {
  removal: Removal
  entries: string[]
}

const entriesOf = (removals: readonly Removal[]): string[] => removals.flatMap(({ entry }) => entry ?? [])

/** Merges removals per collection, because each lists the collection's folder. */
function mergeRemovals(removals: readonly Removal[]): MergedRemoval[] {
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

/** Removes files that committed changes no longer use. Failures are logged; a recorded removal is tried again. */
export class FileRemovals implements EventConsumer {
  readonly #services: RemovalServices
  #lastRemoval: Promise<void> = Promise.resolve()
  /** The pending removals. */
  #removals: Removal[] = []
  /** The time of the last removals. */
  #removed = Number.NEGATIVE_INFINITY
  readonly #closing = new AbortController()

  constructor(services: RemovalServices) {
    this.#services = services
  }

  consume(event: DataEvent): void {
    if (filesReleased.is(event)) this.add(event.data)
  }

  /** Performs the recorded removals that an earlier process has left or that have failed. Called every minute, too. */
  recover(): void {
    this.#services.recorded.sweep(removals => this.add(removals))
  }

  /** Batches removals that are requested during or shortly after other removals. */
  add(removals: readonly Removal[]): void {
    const isFirst = this.#removals.length === 0
    this.#removals.push(...removals)
    if (!isFirst || removals.length === 0) return
    this.#lastRemoval = this.#lastRemoval.then(() => this.#waitForInterval()).then(() => this.#removeAll())
  }

  /** Runs a task during which no file is removed. Removals requested while it runs happen afterwards. */
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

  /** Waits for all removals that were added. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#lastRemoval
    await this.#services.recorded.close()
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
      try {
        await this.#removeFiles(removal)
      } catch (error) {
        this.#services.warn('Files of a change could not be removed. The next attempt is in a minute.', error)
        for (const entry of some) entries.delete(entry)
      }
    }
    this.#removed = performance.now()
    if (entries.size > 0) this.#services.recorded.markRemoved([...entries])
  }

  async #removeFiles(removal: Removal): Promise<void> {
    const { storage } = this.#services
    if (removal.kind === 'removeRecordFiles') await storage.removeRecords(removal.collectionId, removal.records)
    else await (removal.prefix.endsWith('/') ? storage.removeBelow(removal.prefix) : storage.remove(removal.prefix))
  }
}
