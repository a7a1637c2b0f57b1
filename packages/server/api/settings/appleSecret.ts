import { atLeast, atMost } from '@coffer/schema'
import { collectIssues, lengthBetween, required } from '../../errors/fieldIssues.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { noStore } from '../../messages/headers.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'

const shape = { clientId: 'text', teamId: 'text', keyId: 'text', privateKey: 'text', duration: 'integer' } as const

/** Maximum lifetime of an Apple client secret in seconds: half a year. */
const maxDurationSeconds = 15_777_000

const keyFormat = (key: string) =>
  /-----BEGIN PRIVATE KEY----[\s\S]+-----END PRIVATE KEY-----/.test(key)
    ? undefined
    : { code: 'validation_match_invalid', message: 'Must be in a valid format.' }

interface SecretForm {
  clientId: string
  teamId: string
  keyId: string
  privateKey: string
  /** The lifetime in seconds. */
  duration: number
}

const issuesOf = ({ clientId, teamId, keyId, privateKey, duration }: SecretForm) =>
  collectIssues({
    clientId: required(clientId),
    teamId: required(teamId) ?? lengthBetween(teamId, 10, 10),
    keyId: required(keyId) ?? lengthBetween(keyId, 10, 10),
    privateKey: required(privateKey) ?? keyFormat(privateKey),
    duration: required(duration) ?? atLeast(duration, 1) ?? atMost(duration, maxDurationSeconds),
  })

async function signSecret({ clientId, teamId, keyId, privateKey, duration }: SecretForm): Promise<string> {
  const { importPKCS8, SignJWT } = await import('jose')
  const moment = Math.floor(Date.now() / 1000)
  return new SignJWT({ aud: ['https://appleid.apple.com'], sub: clientId, iss: teamId, iat: moment, exp: moment + duration })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: keyId })
    .sign(await importPKCS8(privateKey.trim(), 'ES256'))
}

/** Creates Apple's client secret, a signed JWT, from a private key that is not stored. */
export const appleSecret: Endpoint = {
  method: 'POST',
  path: '/settings/apple/generate-client-secret',
  operation: {
    id: 'generateAppleClientSecret',
    summary: "Create Apple's client secret from a private key",
    body: { form: shape, required: ['clientId', 'teamId', 'keyId', 'privateKey', 'duration'] },
    returns: 'AppleSecret',
  },
  guard: adminOnly,
  steps: inReader(async ({ request }) => {
    const form = { clientId: '', teamId: '', keyId: '', privateKey: '', duration: 0, ...readForm(request, shape) }
    const issues = issuesOf(form)
    if (Object.keys(issues).length > 0) throw new Rejection('invalid', { code: 'appleSecretInvalid', issues })
    const secret = await signSecret(form).catch((error: unknown) => {
      throw new Rejection('invalid', { code: 'appleSecretNotCreated', cause: error })
    })
    return jsonReply({ secret }, { headers: noStore })
  }),
}
