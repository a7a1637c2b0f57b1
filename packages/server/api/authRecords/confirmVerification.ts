import { verifyAuthRecord } from '../../auth/verifyAuthRecord.ts'
import { isCounted } from '../../messages/Attempt.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'
import { changeWithScripts } from '../records/scripts.ts'
import { countAttempt, inWriter } from '../Steps.ts'

const form = { token: 'text' } as const

const attempt = { kind: 'token' } as const

/** Verifies an auth record with the token of a verification mail. */
export const confirmVerification: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/confirm-verification',
  operation: {
    id: 'confirm{}Verification',
    summary: 'Verify the email with the token of a mail',
    of: 'auth',
    body: { form, required: ['token'] },
    returns: 'nothing',
    errors: [429],
  },
  steps: inWriter(async call => {
    const collection = getAuthCollection(call)
    const { token = '' } = readForm(call.request, form)
    if (!isCounted(call.request, attempt)) return countAttempt(attempt)
    return changeWithScripts(call, collection, 'ConfirmVerification', scripted =>
      verifyAuthRecord(call.app, collection, token, scripted),
    )
  }),
}
