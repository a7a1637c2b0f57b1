import type { DiskProblem } from '../db/DatabaseError.ts'
import { findDiskProblem } from '../db/diskProblem.ts'
import { findUnsynced } from '../db/UnsyncedError.ts'
import { ApiError } from '../errors/ApiError.ts'

const answers: Readonly<Record<DiskProblem, readonly [status: number, message: string]>> = {
  full: [507, 'The disk of the server is full, so nothing was changed. Please try again once there is room.'],
  readOnly: [503, 'The disk of the server is read-only, so nothing was changed. Please try again once it can be written.'],
  failing: [503, 'The disk of the server fails, so the request could not be completed. Please try again later.'],
}

/** Returns the response error if an error or one of its causes comes from the disk, which is not the client's fault. */
export const findDiskError = (error: unknown): ApiError | undefined => {
  const unsynced = findUnsynced(error)
  if (unsynced) return new ApiError(503, unsynced.message, {}, { cause: unsynced.cause })
  const problem = findDiskProblem(error)
  if (!problem) return undefined
  const [status, message] = answers[problem]
  return new ApiError(status, message, {}, { cause: error })
}
