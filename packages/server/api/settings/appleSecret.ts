import { signAppleSecret, validateAppleSecret } from '../../auth/oauth2/appleSecret.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { noStore } from '../../messages/headers.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'

const shape = { clientId: 'text', teamId: 'text', keyId: 'text', privateKey: 'text', duration: 'integer' } as const

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
    const issues = validateAppleSecret(form)
    if (Object.keys(issues).length > 0) throw new Rejection('invalid', { code: 'appleSecretInvalid', issues })
    const secret = await signAppleSecret(form).catch((error: unknown) => {
      throw new Rejection('invalid', { code: 'appleSecretNotCreated', cause: error })
    })
    return jsonReply({ secret }, { headers: noStore })
  }),
}
