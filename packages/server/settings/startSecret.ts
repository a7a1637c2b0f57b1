import { createHmac } from 'node:crypto'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { randomSecret } from '../db/randomText.ts'

const place = 'coffer.startSecret'

/**
 * Makes up the secret of this start for this thread and all that it starts from now on. While the stored settings cannot be
 * read, token secrets come from it: new with every start, yet the same in each thread, so that one accepts what another signed.
 */
export const shareStartSecret = (): void => setEnvironmentData(place, randomSecret(50))

/** A token secret for this start; `shareStartSecret` comes first. */
export const secretOfThisStart = (kind: string): string => {
  const secret = getEnvironmentData(place)
  if (typeof secret !== 'string') shareStartSecret()
  return createHmac('sha256', String(getEnvironmentData(place)))
    .update(kind)
    .digest('hex')
}
