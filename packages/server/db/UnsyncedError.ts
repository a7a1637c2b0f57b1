import { errorsBehind } from '../errors/inspectError.ts'

const rejected =
  'The disk failed to store earlier changes, so no changes are accepted until it works again. Please try again later.'
const unknown = 'The disk failed to store this change. It may or may not have been made: check before you try again.'

/** Thrown for a change that the server must not acknowledge because a sync to the disk has failed. */
export class UnsyncedError extends Error {
  /** Whether the change was committed before the sync failed, so that it may be there or not after a power cut. */
  readonly isOutcomeUnknown: boolean

  /** @param cause the error of the sync that failed */
  constructor(cause: unknown, { isOutcomeUnknown }: { isOutcomeUnknown: boolean }) {
    super(isOutcomeUnknown ? unknown : rejected, { cause })
    this.isOutcomeUnknown = isOutcomeUnknown
  }
}

/** Returns the `UnsyncedError` that an error is or was caused by. */
export const findUnsynced = (error: unknown): UnsyncedError | undefined =>
  errorsBehind(error).find(behind => behind instanceof UnsyncedError)
