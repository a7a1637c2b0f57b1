/** A mail could not be handed over. Its message is fit for an administrator: it holds no secret. */
export class MailError extends Error {
  /** Whether another attempt with the same settings would fail alike. */
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}
