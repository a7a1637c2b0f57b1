import { diffText, type TextChange } from './diffText.ts'

/** A change of a text, with the selection and the time of the clock behind it. */
export interface Edit extends TextChange {
  anchor: number
  head: number
  time: number
}

/** The text with line breaks of one character, as inputs and editors have them. */
export const withPlainBreaks = (text: string): string => text.replace(/\r\n?/g, '\n')

/** Remembers what was done to a text, so that whoever takes over can undo it. */
export class EditLog {
  readonly first: string
  #text: string
  readonly #edits: Edit[] = []

  constructor(text: string) {
    this.first = withPlainBreaks(text)
    this.#text = this.first
  }

  get edits(): readonly Edit[] {
    return this.#edits
  }

  /** Notes that the text has become another one. */
  record(given: string, anchor: number, head: number): void {
    const text = withPlainBreaks(given)
    const change = diffText(this.#text, text)
    if (change === undefined) return
    this.#text = text
    this.#edits.push({ ...change, anchor, head, time: Date.now() })
  }
}
