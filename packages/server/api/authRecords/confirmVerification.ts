import { verifyAuthRecord } from '../../auth/verifyAuthRecord.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import { assertCounted } from '../../messages/Attempt.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { getAuthCollection } from '../getCollection.ts'

const form = { token: 'text' } as const

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
  runs: 'writes',
  handle: async call => {
    const collection = await getAuthCollection(call)
    const { token = '' } = readForm(call.request, form)
    assertCounted(call.request, { kind: 'token' })
    return emptyReply({ effects: await verifyAuthRecord(call.app, collection, token) })
  },
}
