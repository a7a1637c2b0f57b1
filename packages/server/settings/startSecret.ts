import { createHmac } from 'node:crypto'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { randomSecret } from '../crypto/randomText.ts'

const environmentKey = 'coffer.startSecret'

/**
 * Generates the start secret and shares it with all threads started later. While the stored settings cannot be read, token secrets
 * are derived from it: new with every start, but the same in all threads, so that they accept each other's tokens.
 */
export function shareStartSecret(): void {
  setEnvironmentData(environmentKey, randomSecret(50))
}

/** Returns the start secret, for a process that must accept the same tokens; undefined before `shareStartSecret`. */
export function startSecret(): string | undefined {
  const secret = getEnvironmentData(environmentKey)
  return typeof secret === 'string' ? secret : undefined
}

/** Adopts the start secret of the parent process. */
export function adoptStartSecret(secret: string): void {
  setEnvironmentData(environmentKey, secret)
}

/** Returns a token secret derived from the start secret. Requires `shareStartSecret`. */
export function secretOfThisStart(kind: string): string {
  const secret = getEnvironmentData(environmentKey)
  if (typeof secret !== 'string') shareStartSecret()
  return createHmac('sha256', String(getEnvironmentData(environmentKey)))
    .update(kind)
    .digest('hex')
}
