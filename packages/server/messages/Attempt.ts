import { isDeepStrictEqual } from 'node:util'

/** A rate-limited attempt: to guess a password or a token, or to have a mail sent. */
export interface Attempt {
  kind: 'password' | 'token' | 'mail'
  /** The record or admin concerned; absent if attempts are only counted by client address. */
  target?: string
}

/** Returns the target for an auth record or an admin. It is the same for sign-ins by email and by username. */
export const recordTarget = (collectionId: string, recordId: unknown): string => `${collectionId} record ${recordId}`

/** Returns the target for an identity without a record. It is limited like records, so that limits do not reveal which exist. */
export const unknownTarget = (collectionId: string, identity: string): string => `${collectionId} identity ${identity}`

/** Thrown to stop a request until the main thread, which counts the attempts of all threads, has counted its attempt. */
export class UncountedAttemptError extends Error {
  readonly attempt: Attempt

  constructor(attempt: Attempt) {
    super('The attempt is not counted yet.')
    this.attempt = attempt
  }
}

/**
 * Asserts that the main thread has counted the attempt. It then repeats the request.
 * @throws UncountedAttemptError the first time
 */
export const assertCounted = ({ counted }: { counted?: Attempt }, attempt: Attempt): void => {
  if (!isDeepStrictEqual(counted, attempt)) throw new UncountedAttemptError(attempt)
}
