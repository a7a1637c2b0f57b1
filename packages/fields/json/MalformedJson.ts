/** The draft value of a json field while the typed text is not valid JSON. It never passes validation. */
export class MalformedJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** A stored draft keeps the text. */
  toJSON(): string {
    return this.text
  }
}
