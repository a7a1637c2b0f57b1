import { availableParallelism } from 'node:os'
import { posix } from 'node:path'
import { makeThumb } from './makeThumb.ts'
import type { Storage, StoredFile } from './Storage.ts'
import { canHaveThumbs } from './thumbSize.ts'

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
  readonly #queue: (() => void)[] = []
  #free = availableParallelism() + 2

  constructor(storage: Storage, warn: (message: string, error: unknown) => void) {
    this.#storage = storage
    this.#warn = warn
  }

  /** The thumb of a file, made if it is not there yet; the file itself when it is no picture or cannot be read as one. */
  async serve(original: Served, size: string): Promise<Served> {
    if (!canHaveThumbs(original.file.contentType)) return original
    const key = thumbKey(original.key, size)
    const file = (await this.#storage.find(key)) ?? (await this.#makeOnce(original, key, size))
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
    await this.#takeTurn()
    try {
      const thumb = await makeThumb(await this.#storage.read(original.key), original.name, size)
      await this.#storage.putBytes(key, thumb, { contentType: original.file.contentType })
      return await this.#storage.find(key)
    } catch (error) {
      this.#warn(`No thumb of ${original.key} in ${size} could be made; the file itself is served.`, error)
      return undefined
    } finally {
      this.#endTurn()
    }
  }

  async #takeTurn(): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>(resolve => this.#queue.push(resolve))
  }

  #endTurn(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#free += 1
  }
}
