import { createHmac } from 'node:crypto'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { randomSecret } from '../crypto/randomText.ts'

const place = 'coffer.startSecret'

/**
 * Makes up the secret of this start for this thread and all that it starts from now on. While the stored settings cannot be
 * read, token secrets come from it: new with every start, yet the same in each thread, so that one accepts what another signed.
 */
export const shareStartSecret = (): void => setEnvironmentData(place, randomSecret(50))

/** The secret of this start, for a process that has to accept the same tokens; undefined before `shareStartSecret`. */
export const startSecret = (): string | undefined => {
  const secret = getEnvironmentData(place)
  return typeof secret === 'string' ? secret : undefined
}

/** Takes over the secret of the process that started this one. */
export const adoptStartSecret = (secret: string): void => setEnvironmentData(place, secret)

/** A token secret for this start; `shareStartSecret` comes first. */
export const secretOfThisStart = (kind: string): string => {
  const secret = getEnvironmentData(place)
  if (typeof secret !== 'string') shareStartSecret()
  return createHmac('sha256', String(getEnvironmentData(place)))
    .update(kind)
    .digest('hex')
}
