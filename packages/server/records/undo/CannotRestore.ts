/** Why a deleted record cannot come back, in a sentence for whoever wants it back. */
export class CannotRestore extends Error {
  /** The record that it is about; absent where it is about all of its collection. */
  readonly recordId: string | undefined

  constructor(message: string, recordId?: string) {
    super(message)
    this.recordId = recordId
  }
}
