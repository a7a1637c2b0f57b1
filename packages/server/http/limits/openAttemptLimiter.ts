import type { AttemptService } from '../../auth/attemptService.ts'
import type { CountedAttempts, StoredBucket } from '../../auth/CountedAttempts.ts'
import { AttemptLimiter } from './AttemptLimiter.ts'

/** Milliseconds for which attempts are collected. A crash forgets the attempts of this time. */
const collectMs = 1_000
/**
 * Maximum number of buckets that are stored at a time; a flood beyond it is counted only in memory. A bucket is full after ten minutes,
 * so at most 60,000 are stored.
 */
const maxBucketsPerWrite = 100

/** Stores attempts in the database without delaying them, so that a restart does not forget them and servers count together. */
class AttemptRecorder {
  readonly #store: AttemptService
  #pending = new Map<string, CountedAttempts>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  /** Called with the stored buckets, which include the attempts at other servers. */
  onStored: (buckets: readonly StoredBucket[]) => void = () => undefined

  constructor(store: AttemptService) {
    this.#store = store
  }

  add(attempts: CountedAttempts): void {
    const { name } = attempts
    const earlier = this.#pending.get(name)
    if (!earlier && this.#pending.size >= maxBucketsPerWrite) return
    const { at, addMs } = earlier ?? { at: attempts.at, addMs: 0 }
    this.#pending.set(name, { ...attempts, at: Math.min(at, attempts.at), addMs: addMs + attempts.addMs })
    this.#timer ??= setTimeout(() => this.#write(), collectMs).unref()
  }

  /** Stores the attempts so far. */
  async close(): Promise<void> {
    await this.#writing
    this.#write()
    await this.#writing
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const attempts = [...this.#pending.values()]
    if (attempts.length === 0) return
    this.#pending = new Map()
    // If the database cannot be used, the attempts still count in memory.
    this.#writing = this.#writing
      .then(() => this.#store.add(attempts))
      .then(this.onStored)
      .catch(() => undefined)
  }
}

/** Opens the limits of attempts, with the attempts that were counted before the start. */
export async function openAttemptLimiter(
  store: AttemptService,
): Promise<{ limiter: AttemptLimiter; close: () => Promise<void> }> {
  const recorder = new AttemptRecorder(store)
  const limiter = new AttemptLimiter(attempts => recorder.add(attempts))
  recorder.onStored = buckets => limiter.restore(buckets)
  limiter.restore(await store.load())
  return { limiter, close: () => recorder.close() }
}
