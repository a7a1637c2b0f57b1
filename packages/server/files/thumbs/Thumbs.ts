import { availableParallelism } from 'node:os'
import { posix } from 'node:path'
import { LRUCache } from 'lru-cache'
import { Semaphore } from '../../runtime/Semaphore.ts'
import type { Storage, StoredFile } from '../storage/Storage.ts'
import { planThumb } from './planThumb.ts'
import { canHaveThumbs } from './thumbSize.ts'

/** Pictures are made in the threads that also read and write files, which must not all be at pictures. */
const fileThreads = Number(process.env.UV_THREADPOOL_SIZE) || 4
const atOnce = Math.max(1, Math.min(availableParallelism() + 2, fileThreads - 2))
/** Bytes of memory that all pictures at work may take together. */
const memory = 256 * 1024 * 1024
/** Milliseconds after which the file itself is served while others are still being worked on. */
const longestWait = 60_000
/** How many thumbs that cannot be made are remembered, and for how many milliseconds they are not tried again. */
const mostBroken = 1000
const brokenFor = 10 * 60_000

/** A file to send: where it lies, what it is called, and what it is. */
export interface Served {
  key: string
  name: string
  file: StoredFile
}

const thumbKey = (key: string, size: string) => {
  const name = posix.basename(key)
  return `${posix.dirname(key)}/thumbs_${name}/${size}_${name}`
}

/** Makes each thumb once, however many ask for it, and no more at a time than the machine can work on. */
export class Thumbs {
  readonly #storage: Storage
  readonly #warn: (message: string, error: unknown) => void
  readonly #underWay = new Map<string, Promise<StoredFile | undefined>>()
  readonly #broken = new LRUCache<string, true>({ max: mostBroken, ttl: brokenFor })
  readonly #semaphore = new Semaphore({ maxConcurrent: atOnce, capacity: memory, timeoutMs: longestWait })

  constructor(storage: Storage, warn: (message: string, error: unknown) => void) {
    this.#storage = storage
    this.#warn = warn
  }

  /** The thumb of a file, made if it is not there yet; the file itself when it is no picture or cannot be read as one. */
  async serve(original: Served, size: string): Promise<Served> {
    if (!canHaveThumbs(original.file.contentType)) return original
    const key = thumbKey(original.key, size)
    const known = await this.#storage.find(key)
    const file = known ?? (this.#broken.has(key) ? undefined : await this.#makeOnce(original, key, size))
    return file ? { key, name: `${size}_${original.name}`, file } : original
  }

  #makeOnce(original: Served, key: string, size: string): Promise<StoredFile | undefined> {
    const started = this.#underWay.get(key)
    if (started) return started
    const work = this.#make(original, key, size).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, work)
    return work
  }

  async #make(original: Served, key: string, size: string): Promise<StoredFile | undefined> {
    try {
      const thumb = await this.#storage.withLocalFile(original.key, path => this.#makeInTurn(path, original, key, size))
      await this.#storage.putBytes(key, thumb, { contentType: original.file.contentType })
      // Thumbs go after their file: one that came in between would be left behind.
      if (!(await this.#storage.find(original.key))) await this.#storage.removeBelow(`${posix.dirname(key)}/`)
      return await this.#storage.find(key)
    } catch (error) {
      this.#warn(`No thumb of ${original.key} in ${size} could be made; the file itself is served.`, error)
      return undefined
    }
  }

  async #makeInTurn(path: string, { name }: Served, key: string, size: string): Promise<Uint8Array> {
    const broken = (error: unknown): never => {
      this.#broken.set(key, true)
      throw error
    }
    const { memory: needed, make } = await planThumb(path, name, size).catch(broken)
    if (needed > memory) broken(new Error(`To make it could take ${needed} bytes of memory.`))
    return this.#semaphore.run(() => make().catch(broken), needed)
  }
}
