import { tokenOf } from '@coffer/schema'
import { findAdmin } from '../../../auth/admins.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import type { ApiRequest } from '../../../messages/ApiRequest.ts'
import { createAuthResponse } from '../../authRecords/createAuthResponse.ts'
import { readForm } from '../../body/readForm.ts'
import type { Endpoint, Guard } from '../../contract.ts'
import { getAuthCollection, getAuthRecord } from '../../getCollection.ts'
import { adminOnly } from '../../guards.ts'
import { inReader } from '../../Steps.ts'
import { superuserAuth } from '../superusers/superuserJson.ts'

const form = { duration: 'integer' } as const

/** Maximum lifetime of a token in seconds: about 100 years, so that its end is a date that all clients can read. */
const maxSeconds = 100 * 366 * 24 * 60 * 60

/**
 * Returns the requested lifetime in seconds; without one, the lifetime in the settings.
 * @throws Rejection with an issue for a negative duration or one beyond a hundred years
 */
function readSeconds(request: ApiRequest, usual: number): number {
  const { duration = 0 } = readForm(request, form)
  if (duration < 0)
    throw new Rejection('invalid', {
      issues: { duration: { code: 'validation_min_greater_equal_than_required', message: 'Must be no less than 0.' } },
    })
  if (duration > maxSeconds)
    throw new Rejection('invalid', {
      issues: {
        duration: { code: 'validation_max_less_equal_than_required', message: `Must be no greater than ${maxSeconds}.` },
      },
    })
  return duration || usual
}

/** Allows admins. An invalid path is reported before a missing token. */
export const adminOfAuthRecordsOnly: Guard = call => {
  getAuthCollection(call)
  return adminOnly(call)
}

/** Issues a token of another auth record to a superuser. It cannot be refreshed. */
export const impersonate: Endpoint = {
  method: 'POST',
  path: '/collections/:collection/impersonate/:id',
  dialect: 'today',
  operation: { id: 'impersonate', summary: 'Get a token of an auth record', body: { form }, returns: 'TodayImpersonation' },
  guard: adminOfAuthRecordsOnly,
  steps: inReader(async call => {
    const collection = getAuthCollection(call)
    const record = await getAuthRecord(call)
    const seconds = readSeconds(call.request, tokenOf(collection, 'recordAuthToken', call.app.settings).duration)
    return createAuthResponse(call, collection, record, { seconds })
  }),
}

/** Issues a token of a superuser to a superuser, such as one for a program. It cannot be refreshed. */
export const impersonateSuperuser: Endpoint = {
  method: 'POST',
  path: '/collections/_superusers/impersonate/:id',
  dialect: 'today',
  operation: { id: 'impersonateSuperuser', summary: 'Get a token of a superuser', body: { form }, returns: 'TodaySuperuserAuth' },
  guard: adminOnly,
  steps: inReader(async ({ app, request }) => {
    const admin = await findAdmin(app.db, request.params.id ?? '')
    if (!admin) throw new Rejection('missing')
    return superuserAuth(app, admin, readSeconds(request, app.settings.adminAuthToken.duration))
  }),
}
