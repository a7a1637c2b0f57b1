import type { Collection } from '@coffer/schema'
import type { EndpointDocs } from './EndpointDocs.ts'
import { authRefresh } from './endpoints/authRefresh.ts'
import { authWithOAuth2 } from './endpoints/authWithOAuth2.ts'
import { authWithPassword } from './endpoints/authWithPassword.ts'
import { confirmEmailChange } from './endpoints/confirmEmailChange.ts'
import { confirmPasswordReset } from './endpoints/confirmPasswordReset.ts'
import { confirmVerification } from './endpoints/confirmVerification.ts'
import { createRecord } from './endpoints/createRecord.ts'
import { deleteRecord } from './endpoints/deleteRecord.ts'
import { listAuthMethods } from './endpoints/listAuthMethods.ts'
import { listExternalAuths } from './endpoints/listExternalAuths.ts'
import { listRecords } from './endpoints/listRecords.ts'
import { realtime } from './endpoints/realtime.ts'
import { requestEmailChange } from './endpoints/requestEmailChange.ts'
import { requestPasswordReset } from './endpoints/requestPasswordReset.ts'
import { requestVerification } from './endpoints/requestVerification.ts'
import { unlinkExternalAuth } from './endpoints/unlinkExternalAuth.ts'
import { updateRecord } from './endpoints/updateRecord.ts'
import { viewRecord } from './endpoints/viewRecord.ts'

/** All documented endpoints, in the order of the tabs. */
const endpoints: readonly EndpointDocs[] = [
  listRecords,
  viewRecord,
  createRecord,
  updateRecord,
  deleteRecord,
  realtime,
  authWithPassword,
  authWithOAuth2,
  authRefresh,
  requestVerification,
  confirmVerification,
  requestPasswordReset,
  confirmPasswordReset,
  requestEmailChange,
  confirmEmailChange,
  listAuthMethods,
  listExternalAuths,
  unlinkExternalAuth,
]

/** Returns the endpoints of a collection. */
export function endpointsOf(collection: Collection): EndpointDocs[] {
  return endpoints.filter(({ isFor }) => isFor(collection))
}
