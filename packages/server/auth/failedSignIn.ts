import { ApiError } from '../errors/ApiError.ts'

/**
 * Returns the error of a sign-in that failed. The response never says which part was wrong; the log does. A wrong password is a
 * warning there, while an unknown identity is an error as in PocketBase.
 */
export const failedSignIn = (cause: 'wrong password' | 'unknown identity'): ApiError =>
  cause === 'wrong password'
    ? new ApiError(400, 'Failed to authenticate.', {}, { cause: 'The password is wrong.', isWarning: true })
    : new ApiError(400, 'Failed to authenticate.', {}, { cause: 'No account that can sign in has this identity.' })
