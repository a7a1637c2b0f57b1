import { verifyAccount } from '../../auth/verifyAccount.ts'
import { requireCounted } from '../../messages/Attempt.ts'
import { readForm } from '../body/readForm.ts'
import type { Endpoint } from '../contract.ts'
import { findAuthCollection } from './findAuthCollection.ts'

/** Verifies an auth record with the token of a verification mail. */
export const confirmVerification: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/confirm-verification',
  runs: 'writes',
  handle: async call => {
    const collection = await findAuthCollection(call)
    const { token = '' } = readForm(call.request, { token: 'text' })
    requireCounted(call.request, { kind: 'token' })
    return { effects: await verifyAccount(call.app, collection, token) }
  },
}
