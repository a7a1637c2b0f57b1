/** The part of a text that one recipient counts for, until it has read the text. */
export class TextShare {
  readonly #text: SharedText
  readonly #count: (bytes: number) => void
  #bytes = 0

  /** @param count called with the bytes that the recipient counts for in addition, or negative ones for less */
  constructor(text: SharedText, count: (bytes: number) => void) {
    this.#text = text
    this.#count = count
  }

  /** Sets the bytes that the recipient counts for. */
  resize(bytes: number): void {
    const growth = bytes - this.#bytes
    this.#bytes = bytes
    if (growth !== 0) this.#count(growth)
  }

  /** Ends the share. Can be called again. */
  release(): void {
    this.#text.leave(this)
  }
}

/**
 * The data of an event that several clients receive. Long data is encoded once, and all clients write the same bytes. Those who have
 * not read them count for all of them together, so a client that holds them longer than all others counts for the whole text.
 */
export class SharedText {
  readonly text: string
  readonly #shares = new Set<TextShare>()
  /** Number of shares among which the text was last divided. */
  #divisor: number
  #bytes: Buffer | undefined

  /** @param recipients number of events that are to be sent with it */
  constructor(text: string, recipients: number) {
    this.text = text
    this.#divisor = Math.max(1, recipients)
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text)
    return this.#bytes
  }

  /**
   * Adds a share of a recipient.
   * @param count see `TextShare`
   */
  share(count: (bytes: number) => void): TextShare {
    const share = new TextShare(this, count)
    this.#shares.add(share)
    share.resize(this.#bytesOfShare)
    return share
  }

  /** Removes a share. */
  leave(share: TextShare): void {
    if (!this.#shares.delete(share)) return
    share.resize(0)
    this.divide()
  }

  /** Divides the text again once half of its shares are gone. Doing so for each of them would take the square of their number. */
  divide(): void {
    const { size } = this.#shares
    if (size === 0 || size * 2 > this.#divisor) return
    this.#divisor = size
    for (const share of this.#shares) share.resize(this.#bytesOfShare)
  }

  /** Whole numbers, because sums of fractions would not return to zero. */
  get #bytesOfShare(): number {
    return Math.ceil(this.bytes.length / this.#divisor)
  }
}
