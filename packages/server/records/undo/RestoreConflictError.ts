/** Thrown when a deletion or change cannot be undone. The message is shown to the user. */
export class RestoreConflictError extends Error {
  /** The record that the message is about; undefined if it is about the whole collection. */
  readonly recordId: string | undefined

  constructor(message: string, recordId?: string) {
    super(message)
    this.recordId = recordId
  }
}
