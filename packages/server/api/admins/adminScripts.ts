import type { ApiReply } from '../../messages/ApiReply.ts'
import { scriptName } from '../../messages/ScriptedCall.ts'
import type { Admin } from '../../records/rules/Requester.ts'
import type { Call } from '../Call.ts'
import type { CallScripts } from '../Steps.ts'
import { adminValue, callAround, callBefore, modelAfter } from '../scriptEvents.ts'

type Action = 'Create' | 'Update' | 'Delete'

const failed = {
  Create: 'Failed to create admin.',
  Update: 'Failed to update admin.',
  Delete: 'Failed to delete admin.',
} as const

/** Whether there are hooks of scripts for a change of an admin. */
export function hasAdminScripts({ request: { scripts } }: Call, action: Action): boolean {
  const names = ['Before', 'After'].flatMap(time => [
    scriptName('*', `onAdmin${time}${action}Request`),
    ...['*', '_admins'].map(table => scriptName(table, `onModel${time}${action}`)),
  ])
  return scripts?.some(name => names.includes(name)) === true
}

/** Calls the hooks of scripts before an admin is changed, if there are any. */
export function callBeforeChange(call: Call, action: Action, admin: Partial<Admin>): CallScripts | undefined {
  const values = { admin: adminValue(admin) }
  return callBefore(call, [`onAdminBefore${action}Request`, `onModelBefore${action}`], {
    values,
    model: 'admin',
    failed: failed[action],
  })
}

/** Returns what hooks of scripts have set of an admin. */
export function adminAfter(call: Call): Pick<Admin, 'email' | 'avatar'> | undefined {
  const values = modelAfter(call, 'admin')
  return values && { email: String(values.email), avatar: Number(values.avatar) }
}

/** Calls the hooks of scripts after an admin was changed. They change only responses of 0.22, whose format they see. */
export function callAfterChange<Reply extends ApiReply<unknown>>(
  call: Call,
  action: Action,
  admin: Admin,
  reply: Reply,
): Reply | CallScripts {
  return callAround(call, [`onModelAfter${action}`, `onAdminAfter${action}Request`], reply, () => ({
    values: { admin: adminValue(admin) },
    model: 'admin',
    failed: failed[action],
    ...(reply.kind === 'json' && call.request.dialect !== 'today' && { answer: { is: 'value', of: 'admin' } }),
  }))
}
