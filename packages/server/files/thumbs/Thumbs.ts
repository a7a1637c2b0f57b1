import { availableParallelism } from 'node:os'
import { posix } from 'node:path'
import { LRUCache } from 'lru-cache'
import { limitPoolTasks, Semaphore } from '../../runtime/Semaphore.ts'
import type { Storage, StoredFile } from '../storage/Storage.ts'
import { planThumb } from './planThumb.ts'
import { canHaveThumbs } from './thumbSize.ts'

/** Maximum number of thumbs that are rendered at once. */
const maxConcurrent = limitPoolTasks(availableParallelism() + 2)
/** Maximum bytes of memory for all images that are being processed. */
const maxMemoryBytes = 256 * 1024 * 1024
/** Milliseconds that a request waits in the queue before it gets the file itself. */
const queueTimeoutMs = 60_000
/** Maximum number of remembered thumbs that could not be created. */
const maxFailures = 1000
/** Milliseconds after which the creation of a failed thumb is attempted again. */
const failureTtlMs = 10 * 60_000

/** A stored file and the name that it is served under. */
export interface ServedFile {
  key: string
  name: string
  file: StoredFile
}

function thumbKey(key: string, size: string) {
  const name = posix.basename(key)
  return `${posix.dirname(key)}/thumbs_${name}/${size}_${name}`
}

/** Creates thumbs on demand: each thumb once, with a limited number of images and bytes of memory at a time. */
export class Thumbs {
  readonly #storage: Storage
  readonly #warn: (message: string, error: unknown) => void
  readonly #inProgress = new Map<string, Promise<StoredFile | undefined>>()
  readonly #failed = new LRUCache<string, true>({ max: maxFailures, ttl: failureTtlMs })
  readonly #semaphore = new Semaphore({ maxConcurrent, capacity: maxMemoryBytes, timeoutMs: queueTimeoutMs })

  constructor(storage: Storage, warn: (message: string, error: unknown) => void) {
    this.#storage = storage
    this.#warn = warn
  }

  /** Returns the thumb of a file and creates it if necessary. Returns the file itself if a thumb is not possible. */
  async serve(original: ServedFile, size: string): Promise<ServedFile> {
    if (!canHaveThumbs(original.file.contentType)) return original
    const key = thumbKey(original.key, size)
    const known = await this.#storage.find(key)
    const file = known ?? (this.#failed.has(key) ? undefined : await this.#createOnce(original, key, size))
    return file ? { key, name: `${size}_${original.name}`, file } : original
  }

  /**
   * Renders a thumb of a file and stores it under a key.
   * @throws Error if the file is no image or too large
   */
  async store(original: ServedFile, key: string, size: string): Promise<void> {
    const thumb = await this.#storage.withLocalFile(original.key, path => this.#render(path, original, key, size))
    await this.#storage.putBytes(key, thumb, { contentType: original.file.contentType })
  }

  #createOnce(original: ServedFile, key: string, size: string): Promise<StoredFile | undefined> {
    const started = this.#inProgress.get(key)
    if (started) return started
    const work = this.#create(original, key, size).finally(() => this.#inProgress.delete(key))
    this.#inProgress.set(key, work)
    return work
  }

  async #create(original: ServedFile, key: string, size: string): Promise<StoredFile | undefined> {
    try {
      await this.store(original, key, size)
      // If the file was removed in the meantime, its thumbs were removed too, but not this new one.
      if (!(await this.#storage.find(original.key))) await this.#storage.removeBelow(`${posix.dirname(key)}/`)
      return await this.#storage.find(key)
    } catch (error) {
      this.#warn(`The thumb ${size} of ${original.key} could not be created. The file itself is served instead.`, error)
      return undefined
    }
  }

  /** Waits for a place in the queue and renders a thumb. */
  async #render(path: string, { name }: ServedFile, key: string, size: string): Promise<Uint8Array> {
    const fail = (error: unknown): never => {
      this.#failed.set(key, true)
      throw error
    }
    const { memoryBytes, render } = await planThumb(path, name, size).catch(fail)
    if (memoryBytes > maxMemoryBytes) fail(new Error(`The thumb could take ${memoryBytes} bytes of memory.`))
    return this.#semaphore.run(() => render().catch(fail), memoryBytes)
  }
}
