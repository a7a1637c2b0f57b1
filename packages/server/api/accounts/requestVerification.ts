import { findAuthRecordByEmail } from '../../auth/findAuthRecord.ts'
import { wasSentLately } from '../../mail/wasSentLately.ts'
import { assertCounted } from '../../messages/Attempt.ts'
import type { Endpoint } from '../contract.ts'
import { sendAccountMail, unsentSoSoon, unsentToNobody, unsentToVerified } from './accountMail.ts'
import { findAuthCollection } from './findAuthCollection.ts'
import { readEmail } from './readEmail.ts'

/** Sends a verification mail to an auth record that is not verified. */
export const requestVerification: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/request-verification',
  runs: 'reads',
  handle: async call => {
    const collection = await findAuthCollection(call)
    const email = readEmail(call.request)
    assertCounted(call.request, { kind: 'mail' })
    const record = await findAuthRecordByEmail(call.app.db, collection, email)
    if (!record) return unsentToNobody(call)
    const { id, verified, lastVerificationSentAt } = record.values
    if (verified === true) return unsentToVerified(call)
    if (wasSentLately(String(lastVerificationSentAt))) return unsentSoSoon(call)
    return sendAccountMail(call, { mail: 'verification', collectionId: collection.id, recordId: String(id) })
  },
}
