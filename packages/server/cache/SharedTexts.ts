/** A shorter text costs more to look up than it takes; of longer ones than the second V8 hashes nothing but their length. */
const shortest = 256
const longest = 16_000

interface Held {
  text: string
  holders: number
}

/** Whether a text is worth being shared, should it come again. */
export const isShareable = ({ length }: string): boolean => length >= shortest && length <= longest

/** Texts that several hold, each stored once and for as long as anybody holds it. */
export class SharedTexts {
  readonly #held = new Map<string, Held>()
  #size = 0

  /** Characters of all texts that are held. */
  get size(): number {
    return this.#size
  }

  /** Holds a text; the result is the one stored copy of it. */
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

  /** To be called once for each time that the text was held. */
  release(text: string): void {
    const held = this.#held.get(text)
    if (!held) return
    held.holders -= 1
    if (held.holders > 0) return
    this.#held.delete(text)
    this.#size -= text.length
  }
}
