const messages = {
  tooSlow: 'The read took longer than its time limit.',
  tooLarge: 'The read took more memory than it may.',
  overloaded: 'All readers were busy.',
}

/** Why a pool gave up on a read: the read exceeded its limits, or it never found a free reader. */
export class ReadRejectedError extends Error {
  readonly reason: keyof typeof messages

  constructor(reason: keyof typeof messages) {
    super(messages[reason])
    this.reason = reason
  }
}
