/** Thrown when a mail cannot be delivered. The message contains no secrets, so admins can see it. */
export class MailError extends Error {
  /** Whether another attempt with the same settings would fail too. */
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}
