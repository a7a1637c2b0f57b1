import { ApiError } from '../errors/ApiError.ts'

/**
 * Returns the error of a failed sign-in. Only the log contains the cause, not the response. A wrong password is logged as a warning, and
 * an unknown identity as an error, as in PocketBase.
 */
export const failedSignIn = (cause: 'wrong password' | 'unknown identity'): ApiError =>
  cause === 'wrong password'
    ? new ApiError(400, 'Failed to authenticate.', {}, { cause: 'The password is wrong.', isWarning: true })
    : new ApiError(400, 'Failed to authenticate.', {}, { cause: 'No auth record with this identity can sign in.' })
