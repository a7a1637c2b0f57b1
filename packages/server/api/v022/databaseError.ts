import { DatabaseError, type DiskProblem, isCausedBy } from '../../db/DatabaseError.ts'
import { findDiskProblem } from '../../db/diskProblem.ts'
import { findUnsynced } from '../../db/UnsyncedError.ts'
import { errorsBehind } from '../../errors/inspectError.ts'
import { ApiError, badRequest } from './ApiError.ts'

const answers: Readonly<Record<DiskProblem, readonly [status: number, message: string]>> = {
  full: [507, 'The disk of the server is full, so nothing was changed. Please try again once there is room.'],
  readOnly: [503, 'The disk of the server is read-only, so nothing was changed. Please try again once it can be written.'],
  failing: [503, 'The disk of the server fails, so the request could not be completed. Please try again later.'],
}

const unknownOutcome =
  'The connection to the database was lost. This change may or may not have been made: check before you try again.'

const findInvalidValue = (error: unknown): Error | undefined =>
  errorsBehind(error).find(behind => behind instanceof DatabaseError && behind.kind === 'invalidValue')

/** Returns the response error if an error or one of its causes comes from the disk or the database and says what to do. */
export function findDatabaseError(error: unknown): ApiError | undefined {
  const unsynced = findUnsynced(error)
  if (unsynced) return new ApiError(503, unsynced.message, {}, { cause: unsynced.cause })
  if (isCausedBy(error, 'unknownOutcome')) return new ApiError(503, unknownOutcome, {}, { cause: error })
  const invalid = findInvalidValue(error)
  if (invalid) return badRequest(invalid.message, undefined, error)
  const problem = findDiskProblem(error)
  if (!problem) return undefined
  const [status, message] = answers[problem]
  return new ApiError(status, message, {}, { cause: error })
}
