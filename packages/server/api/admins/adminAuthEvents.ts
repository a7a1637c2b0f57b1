import type { Admin } from '../../records/rules/Requester.ts'
import { adminValue, type Events, plainValue } from '../scriptEvents.ts'

/** Returns what hooks of scripts see of an admin's auth response. */
export function adminAuthEvents(admin: Admin, token: string, more: Events['values'] = {}): Events {
  return { values: { ...more, admin: adminValue(admin), token: plainValue(token) }, answer: { is: 'auth', of: 'admin' } }
}
