/** Thrown when a deleted record cannot be restored. The message is shown to the user. */
export class RestoreConflictError extends Error {
  /** The record that cannot be restored; undefined when it is every record of the collection. */
  readonly recordId: string | undefined

  constructor(message: string, recordId?: string) {
    super(message)
    this.recordId = recordId
  }
}
