import { diffText, type TextChange } from './diffText.ts'

/** A change of a text, with the resulting selection and the time. */
export interface Edit extends TextChange {
  anchor: number
  head: number
  time: number
}

/** Normalizes line breaks to \n, as inputs and editors do. */
export function withPlainBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** Records the changes of a text, so that the editor that replaces the input can undo them. */
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

  /** Records a change of the text. */
  record(given: string, anchor: number, head: number): void {
    const text = withPlainBreaks(given)
    const change = diffText(this.#text, text)
    if (change === undefined) return
    this.#text = text
    this.#edits.push({ ...change, anchor, head, time: Date.now() })
  }
}
