import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** Bytes of a new secret. */
const secretBytes = 32

/** Creates a secret: `whsec_` and random bytes in base64. */
export function createWebHookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64')
}

/**
 * Signs a message as the Standard Webhooks specification says.
 * @param timestamp seconds since 1970
 * @returns the value of the header `webhook-signature`
 */
export function signMessage(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
