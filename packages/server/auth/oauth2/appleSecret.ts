import { atLeast, atMost, type Issues } from '@coffer/schema'
import { collectIssues, lengthBetween, required } from '../../errors/fieldIssues.ts'

/** What Apple's client secret is signed with. */
export interface AppleSecretForm {
  clientId: string
  teamId: string
  keyId: string
  privateKey: string
  /** The lifetime in seconds. */
  duration: number
}

/** Maximum lifetime of an Apple client secret in seconds: half a year. */
const maxDurationSeconds = 15_777_000

const keyFormat = (key: string) =>
  /-----BEGIN PRIVATE KEY----[\s\S]+-----END PRIVATE KEY-----/.test(key)
    ? undefined
    : { code: 'validation_match_invalid', message: 'Must be in a valid format.' }

/** Validates what a client secret is signed with, except whether the key can be read. */
export function validateAppleSecret({ clientId, teamId, keyId, privateKey, duration }: AppleSecretForm): Issues {
  return collectIssues({
    clientId: required(clientId),
    teamId: required(teamId) ?? lengthBetween(teamId, 10, 10),
    keyId: required(keyId) ?? lengthBetween(keyId, 10, 10),
    privateKey: required(privateKey) ?? keyFormat(privateKey),
    duration: required(duration) ?? atLeast(duration, 1) ?? atMost(duration, maxDurationSeconds),
  })
}

/**
 * Creates Apple's client secret, a signed JWT.
 * @throws Error if the private key cannot be read
 */
export async function signAppleSecret({ clientId, teamId, keyId, privateKey, duration }: AppleSecretForm): Promise<string> {
  const { importPKCS8, SignJWT } = await import('jose')
  const moment = Math.floor(Date.now() / 1000)
  return new SignJWT({ aud: ['https://appleid.apple.com'], sub: clientId, iss: teamId, iat: moment, exp: moment + duration })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: keyId })
    .sign(await importPKCS8(privateKey.trim(), 'ES256'))
}
