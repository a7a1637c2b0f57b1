import { adminToken, recordToken } from '../../auth/tokens.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { noStore } from '../../messages/headers.ts'
import type { EventValue } from '../../messages/ScriptedCall.ts'
import type { Requester } from '../../records/rules/Requester.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { inReader } from '../Steps.ts'
import { adminValue, callAround, callBefore, plainValue, recordValue } from '../scriptEvents.ts'

/** Returns a token for the requester; undefined for a guest. */
function tokenFor({ app: { settings }, request: { dialect }, requester }: Call): string | undefined {
  if (requester.kind === 'admin') return adminToken(settings, 'adminFileToken', requester.admin, { dialect })
  if (requester.kind === 'authRecord') return recordToken(settings, 'recordFileToken', requester.record, { dialect })
  return undefined
}

function modelOf(requester: Requester): EventValue {
  if (requester.kind === 'admin') return adminValue(requester.admin)
  return requester.kind === 'authRecord' ? recordValue(requester.record) : plainValue(null)
}

/** Issues a two-minute token for the URLs of protected files. */
export const createFileToken: Endpoint = {
  method: 'POST',
  path: '/files/token',
  operation: { id: 'createFileToken', summary: 'Get a token for the URLs of protected files', returns: 'FileToken' },
  steps: inReader(async call => {
    const token = tokenFor(call)
    const model = modelOf(call.requester)
    const events = { values: { model, token: plainValue(token ?? '') }, answer: { is: 'token', of: 'token' } } as const
    if (token === undefined) {
      const hooks = callBefore(call, ['onFileBeforeTokenRequest'], events)
      if (hooks) return hooks
      throw new Rejection('invalid', { code: 'fileTokenNotCreated' })
    }
    const reply = jsonReply({ token }, { headers: noStore })
    return callAround(call, ['onFileBeforeTokenRequest', 'onFileAfterTokenRequest'], reply, () => events)
  }),
}
