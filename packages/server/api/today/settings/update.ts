import { isObject } from '@coffer/fields'
import {
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
import { firstJsonValue } from '../../body/firstJsonValue.ts'
import { payloadsOf } from '../../body/jsonObject.ts'
import type { Endpoint } from '../../contract.ts'
import { adminOnly } from '../../guards.ts'
import { inWriter } from '../../Steps.ts'
import { ownAddressIssue } from '../../settings/ownAddressIssue.ts'
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
