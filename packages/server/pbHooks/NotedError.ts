/** An error with the text of 0.22, which scripts see. The log has the note, too. */
export class NotedError extends Error {
  readonly note: string

  constructor(message: string, note: string) {
    super(message)
    this.note = note
  }
}
