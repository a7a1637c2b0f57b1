/** Looking up a shorter string costs more than sharing it saves. */
const minLength = 256
/** V8 hashes only the length of longer strings, so they would collide. */
const maxLength = 16_000

interface Held {
  text: string
  holders: number
}

/** Whether sharing a string saves memory. */
export const isShareable = ({ length }: string): boolean => length >= minLength && length <= maxLength

/** Stores each string once for all its holders, until the last of them releases it. */
export class StringPool {
  readonly #held = new Map<string, Held>()
  #size = 0

  /** Number of characters in all stored strings. */
  get size(): number {
    return this.#size
  }

  /** Adds a holder and returns the stored copy of the string. */
  hold(text: string): string {
    const held = this.#held.get(text)
    if (held) {
      held.holders += 1
      return held.text
    }
    this.#held.set(text, { text, holders: 1 })
    this.#size += text.length
    return text
  }

  /** Removes a holder; must be called once for each call of `hold`. */
  release(text: string): void {
    const held = this.#held.get(text)
    if (!held) return
    held.holders -= 1
    if (held.holders > 0) return
    this.#held.delete(text)
    this.#size -= text.length
  }
}
