import { redactSettings, toNewerSettings } from '@coffer/schema'
import { jsonReply } from '../../../messages/ApiReply.ts'
import type { Endpoint } from '../../contract.ts'
import { adminOnly } from '../../guards.ts'
import { inReader } from '../../Steps.ts'
import { callAround, plainValue } from '../../scriptEvents.ts'

/** Returns the settings in the format of PocketBase 0.23 and later, without secrets. */
export const viewTodaySettings: Endpoint = {
  method: 'GET',
  path: '/settings',
  dialect: 'today',
  operation: { id: 'viewTodaySettings', summary: 'View the settings', returns: 'TodaySettings' },
  guard: adminOnly,
  steps: inReader(async call => {
    const { settings } = call.app
    return callAround(call, ['onSettingsListRequest'], jsonReply(toNewerSettings(settings)), () => ({
      values: { redactedSettings: plainValue(redactSettings(settings)) },
    }))
  }),
}
