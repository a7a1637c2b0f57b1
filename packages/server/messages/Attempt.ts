import { isDeepStrictEqual } from 'node:util'

/** What can be attempted too often: to guess a password or a token, or to have mails sent. */
export interface Attempt {
  kind: 'password' | 'token' | 'mail'
  /** Whose password it is, or on whose behalf a mail is sent; absent where only the client's address counts. */
  target?: string
}

/** Names an auth record or an admin, whichever of its email and user name a client has sent. */
export const recordTarget = (collectionId: string, recordId: unknown): string => `${collectionId} record ${recordId}`

/**
 * Names an identity that no record has. Each has a target of its own, as each record has, so that attempts do not tell which exist.
 */
export const unknownTarget = (collectionId: string, identity: string): string => `${collectionId} identity ${identity}`

/** Thrown where an endpoint must not go on before the main thread, which knows all attempts, has counted this one. */
export class UncountedAttemptError extends Error {
  readonly attempt: Attempt

  constructor(attempt: Attempt) {
    super('The attempt is not counted yet.')
    this.attempt = attempt
  }
}

/**
 * Makes sure that the attempt is counted: the request comes once more when it is.
 * @throws UncountedAttemptError the first time
 */
export const requireCounted = ({ counted }: { counted?: Attempt }, attempt: Attempt): void => {
  if (!isDeepStrictEqual(counted, attempt)) throw new UncountedAttemptError(attempt)
}
