/** What the draft of a json field holds while the typed text is no JSON. No rule lets it pass. */
export class MalformedJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** A remembered draft keeps the text. */
  toJSON(): string {
    return this.text
  }
}
