const messages = {
  tooSlow: 'The read took longer than its time limit.',
  tooLarge: 'The read exceeded its memory limit.',
  overloaded: 'All readers were busy.',
}

/** Thrown when a read exceeds its time or memory limit, or when no reader becomes free in time. */
export class ReadRejectedError extends Error {
  readonly reason: keyof typeof messages

  constructor(reason: keyof typeof messages) {
    super(messages[reason])
    this.reason = reason
  }
}
