import { errorsBehind } from '../errors/inspectError.ts'
import { isCausedBy } from './DatabaseError.ts'

const rejected =
  'The disk failed to store earlier changes, so no changes are accepted until it works again. Please try again later.'
const unknown = 'The disk failed to store this change. It may or may not have been made: check before you try again.'

/** Thrown for a change that the server must not acknowledge because a sync to the disk has failed. */
export class UnsyncedError extends Error {
  /** Whether the change was committed before the sync failed, so that it might not survive a power loss. */
  readonly isOutcomeUnknown: boolean

  /** @param cause the error of the failed sync */
  constructor(cause: unknown, { isOutcomeUnknown }: { isOutcomeUnknown: boolean }) {
    super(isOutcomeUnknown ? unknown : rejected, { cause })
    this.isOutcomeUnknown = isOutcomeUnknown
  }
}

/** Finds an `UnsyncedError` among an error and its causes. */
export function findUnsynced(error: unknown): UnsyncedError | undefined {
  return errorsBehind(error).find(behind => behind instanceof UnsyncedError)
}

/** Whether a failed change may have been made, because the disk or the connection failed while it was committed. */
export function isOutcomeUnknown(error: unknown): boolean {
  return findUnsynced(error)?.isOutcomeUnknown === true || isCausedBy(error, 'unknownOutcome')
}
