import { type Issue, isObject } from '@coffer/fields'
import {
  cofferSettings,
  type Issues,
  mergeAllSettings,
  readNewerSettings,
  type Settings,
  toNewerIssues,
  toNewerSettings,
  unmaskSettings,
  validateSettings,
} from '@coffer/schema'
import { Rejection } from '../../../errors/Rejection.ts'
import type { ApiRequest } from '../../../messages/ApiRequest.ts'
import { createAddressList } from '../../../runtime/clients/addressList.ts'
import { clientAddress, trustProxies } from '../../../runtime/clients/clientAddress.ts'
import { firstJsonValue } from '../../body/firstJsonValue.ts'
import { payloadsOf } from '../../body/jsonObject.ts'
import type { Call } from '../../Call.ts'
import type { Endpoint } from '../../contract.ts'
import { adminOnly } from '../../guards.ts'
import { inWriter } from '../../Steps.ts'
import { maxSettingsBytes, saveSettings, settingsAfter } from '../../settings/update.ts'

/** @throws Rejection if the body cannot be parsed */
function readParts({ body }: ApiRequest): Record<string, unknown>[] {
  try {
    if (body.kind === 'form') return payloadsOf(body.values).filter(isObject)
    const sent = body.kind === 'json' ? firstJsonValue(body.text) : {}
    if (isObject(sent)) return [sent]
  } catch (error) {
    throw new Rejection('invalid', { code: 'dataMalformed', cause: error })
  }
  throw new Rejection('invalid', { code: 'dataMalformed', cause: 'The body is JSON, but no object.' })
}

function applyChanges(stored: Settings, changes: readonly object[]): Settings {
  try {
    return unmaskSettings(changes.reduce<Settings>(mergeAllSettings, stored), stored)
  } catch (error) {
    throw new Rejection('invalid', { code: 'dataNotLoaded', cause: error })
  }
}

/** Returns the issue of a list of addresses of admins that would lock out the admin who saves it; undefined if there is none. */
function ownAddressIssue({ app, request }: Call, before: Settings, after: Settings): Issue | undefined {
  const { superuserIPs } = cofferSettings(after)
  const isSame = JSON.stringify(superuserIPs) === JSON.stringify(cofferSettings(before).superuserIPs)
  // Code of the server has no address.
  if (isSame || superuserIPs.length === 0 || request.as !== undefined) return undefined
  const code = 'validation_own_address'
  if (request.forwardedFor === '')
    return { code, message: 'Your own address is unknown, because your proxy sends no "X-Forwarded-For". Configure it first.' }
  const own = clientAddress(request, trustProxies(app.config.trustedProxies ?? ['loopback']))
  if (createAddressList(() => superuserIPs)(own)) return undefined
  return { code, message: `Add your own address ${own}, or a network that contains it. This list would lock you out.` }
}

/** Updates settings. Values that this server cannot store are rejected. Secrets that are not sent stay unchanged. */
export const updateTodaySettings: Endpoint = {
  method: 'PATCH',
  path: '/settings',
  dialect: 'today',
  operation: {
    id: 'updateTodaySettings',
    summary: 'Update settings',
    body: { json: 'TodaySettingsUpdate' },
    returns: 'TodaySettings',
  },
  body: { maxBytes: maxSettingsBytes },
  guard: adminOnly,
  steps: inWriter(async call => {
    const parts = readParts(call.request).map(readNewerSettings)
    const change = (effective: Settings) => {
      const changes = parts.map(part => part.change)
      const changed = settingsAfter(call, applyChanges(effective, changes))
      const issues: Issues = Object.assign(toNewerIssues(validateSettings(changed)), ...parts.map(part => part.issues))
      const locksOut = issues.superuserIPs ? undefined : ownAddressIssue(call, effective, changed)
      if (locksOut) issues.superuserIPs = locksOut
      if (Object.keys(issues).length > 0) throw new Rejection('invalid', { code: 'settingsNotSaved', issues })
      return changed
    }
    return saveSettings(call, change, toNewerSettings)
  }),
}
