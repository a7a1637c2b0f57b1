import { lengthOfChange, lengthOfRemoved, type RecordChange, type RemovedRecords } from '../../records/changes/RecordChange.ts'
import type { Versions } from '../../runtime/cache/versions.ts'

/** A change that clients may have missed, or the place of changes that were too many to be sent. */
export type PastChange = { position: number; seq: number } & (
  | { change: RecordChange; removed: RemovedRecords | undefined; omitted?: undefined }
  | { omitted: readonly string[] }
)

/** Limits of the stored changes. The oldest ones are dropped first. */
interface HistoryLimits {
  maxChanges: number
  maxCharacters: number
  maxAgeMs: number
}

/** A stream without events ends after five minutes, and its topics are recorded for five more minutes. */
const defaultLimits: HistoryLimits = { maxChanges: 10_000, maxCharacters: 16 * 1024 * 1024, maxAgeMs: 10 * 60_000 }

interface Stored {
  past: PastChange
  characters: number
  /** In milliseconds of a monotonic clock. */
  addedAt: number
}

/** The last changes of records that clients were subscribed to, numbered in the order of the commits. */
export class ChangeHistory {
  readonly #limits: HistoryLimits
  readonly #versions: Pick<Versions, 'current' | 'lastCommit'>
  /** The changes after `#dropped`, one for each position, behind the places of dropped ones. */
  #stored: (Stored | undefined)[] = []
  /** Number of places of dropped changes at the start of `#stored`. */
  #unused = 0
  #dropped = 0
  #characters = 0
  #lastRemoved: RemovedRecords | undefined
  #timer: NodeJS.Timeout | undefined
  #collectionsVersion: number
  /** The last commit that may have been made with other collections. */
  #outdatedSeq = 0

  constructor(versions: Pick<Versions, 'current' | 'lastCommit'>, limits = defaultLimits) {
    this.#versions = versions
    this.#limits = limits
    this.#collectionsVersion = versions.current('collections')
  }

  /** The position of the last change. */
  get head(): number {
    return this.#dropped + this.#stored.length - this.#unused
  }

  /** Adds a change. Returns its position. */
  add(seq: number, change: RecordChange, removed: RemovedRecords | undefined): number {
    const shared = removed && removed !== this.#lastRemoved ? lengthOfRemoved(removed) : 0
    this.#lastRemoved = removed
    return this.#push({ position: this.head + 1, seq, change, removed }, lengthOfChange(change) + shared)
  }

  /** Adds a place where changes of these collections, by name and id, are missing. */
  addOmitted(seq: number, omitted: readonly string[]): void {
    this.#push({ position: this.head + 1, seq, omitted }, 0)
  }

  /** Forgets everything, because changes may be missing. */
  lose(): void {
    this.#dropped = this.head + 1
    this.#stored = []
    this.#unused = 0
    this.#characters = 0
  }

  /** Whether all changes after a position are stored. */
  reachesTo(position: number): boolean {
    this.#dropOld()
    return position >= this.#dropped && position <= this.head
  }

  /** Returns the change at a position; undefined if it is dropped. */
  at(position: number): PastChange | undefined {
    return position > this.#dropped ? this.#stored[this.#unused + position - this.#dropped - 1]?.past : undefined
  }

  /** Whether the collections are certainly as they were at a change. */
  isCurrent({ seq }: PastChange): boolean {
    this.noteCollections()
    return seq > this.#outdatedSeq
  }

  /** Notes whether the collections have changed: changes that were made before belong to other rules and fields. */
  noteCollections(): void {
    const version = this.#versions.current('collections')
    if (version === this.#collectionsVersion) return
    this.#collectionsVersion = version
    // A change from before can still arrive. Its commit has begun.
    this.#outdatedSeq = this.#versions.lastCommit()
  }

  #push(past: PastChange, characters: number): number {
    this.noteCollections()
    this.#stored.push({ past, characters, addedAt: performance.now() })
    this.#characters += characters
    this.#dropOld()
    return past.position
  }

  #dropOld(): void {
    const { maxChanges, maxCharacters, maxAgeMs } = this.#limits
    const oldest = performance.now() - maxAgeMs
    for (;;) {
      const first = this.#stored[this.#unused]
      if (!first) break
      const count = this.#stored.length - this.#unused
      if (count <= maxChanges && this.#characters <= maxCharacters && first.addedAt > oldest) break
      this.#dropped = first.past.position
      this.#characters -= first.characters
      this.#stored[this.#unused] = undefined
      this.#unused += 1
    }
    // Their places are removed together, because removing from the start of an array copies it.
    if (this.#unused > 1_000 || this.#unused === this.#stored.length) {
      this.#stored.splice(0, this.#unused)
      this.#unused = 0
    }
    this.#scheduleDrop()
  }

  #scheduleDrop(): void {
    const first = this.#stored[this.#unused]
    if (this.#timer || !first) return
    const drop = () => {
      this.#timer = undefined
      this.#dropOld()
    }
    this.#timer = setTimeout(drop, first.addedAt + this.#limits.maxAgeMs - performance.now()).unref()
  }
}
