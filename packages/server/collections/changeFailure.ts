import { ApiError } from '../errors/ApiError.ts'
import { messageOf } from '../errors/inspectError.ts'
import { IndexErrors } from './sync/IndexErrors.ts'

/** Creates the error for a failed change of collections. Index errors become issues, all other errors the reason. */
export const changeFailure = (message: string, error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  const reason = messageOf(error)
  return new ApiError(400, message, error instanceof IndexErrors ? error.issues : {}, { cause: error, reason })
}
