import { isDeepStrictEqual } from 'node:util'

/**
 * A limited attempt: to guess a password or a token, to have a mail sent, to use a one-time password, or to sign in with the code of an OAuth2
 * provider. Tests of settings, which ask another server, are limited only by how many run at once.
 */
export interface Attempt {
  kind: 'password' | 'token' | 'mail' | 'oauth2' | 'otp' | 'settingsTest'
  /** The record, admin, provider or server concerned; absent if attempts are only counted by client address. */
  target?: string
}

/** Returns the target for an auth record or an admin. It is the same for sign-ins by email and by username. */
export function recordTarget(collectionId: string, recordId: unknown): string {
  return `${collectionId} record ${recordId}`
}

/** Returns the target for an identity without a record. It is limited like records, so that limits do not reveal which exist. */
export function unknownTarget(collectionId: string, identity: string): string {
  return `${collectionId} identity ${identity}`
}

/** Returns whether the main thread, which counts the attempts of all threads, has counted an attempt for a request. */
export function isCounted({ counted }: { counted?: Attempt }, attempt: Attempt): boolean {
  return isDeepStrictEqual(counted, attempt)
}
