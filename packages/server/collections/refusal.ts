import { ApiError } from '../errors/ApiError.ts'
import { messageOf } from '../errors/inspectError.ts'
import { IndexErrors } from './sync/IndexErrors.ts'

/** The error for a change of collections that could not be carried out: indexes are told one by one, all else as the reason. */
export const refusal = (message: string, error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  const reason = messageOf(error)
  return new ApiError(400, message, error instanceof IndexErrors ? error.issues : {}, { cause: error, reason })
}
