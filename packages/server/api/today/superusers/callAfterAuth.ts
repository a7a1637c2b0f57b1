import type { JsonReply } from '../../../messages/ApiReply.ts'
import type { Admin } from '../../../records/rules/Requester.ts'
import type { Call } from '../../Call.ts'
import type { CallScripts } from '../../Steps.ts'
import { adminValue, callAround, type Events, plainValue } from '../../scriptEvents.ts'

/** Calls the hooks of scripts after a superuser has signed in. The response stays as it is, because hooks see the one of 0.22. */
export function callAfterAuth(
  call: Call,
  action: 'AuthWithPassword' | 'AuthRefresh',
  admin: Admin,
  reply: JsonReply<unknown>,
  more: Events['values'] = {},
): JsonReply<unknown> | CallScripts {
  const before = action === 'AuthRefresh' ? ['onAdminBeforeAuthRefreshRequest'] : []
  return callAround(call, [...before, `onAdminAfter${action}Request`, 'onAdminAuthRequest'], reply, () => {
    const { token } = reply.json as { token: string }
    return { values: { ...more, admin: adminValue(admin), token: plainValue(token) } }
  })
}
