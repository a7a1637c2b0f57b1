/** The data of an event that several clients receive. Long data is encoded once, and all clients write the same bytes. */
export class SharedText {
  readonly text: string
  /** Number of events that are sent with it. */
  readonly recipients: number
  #bytes: Buffer | undefined

  constructor(text: string, recipients: number) {
    this.text = text
    this.recipients = recipients
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text)
    return this.#bytes
  }
}
