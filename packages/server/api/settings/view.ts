import { redactSettings } from '@coffer/schema'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'
import { callAround, plainValue } from '../scriptEvents.ts'

/** Returns the settings with masked secrets. */
export const viewSettings: Endpoint = {
  method: 'GET',
  path: '/settings',
  operation: { id: 'viewSettings', summary: 'View the settings', returns: 'Settings' },
  guard: adminOnly,
  steps: inReader(async call => {
    const redacted = redactSettings(call.app.settings)
    return callAround(call, ['onSettingsListRequest'], jsonReply(redacted), () => ({
      values: { redactedSettings: plainValue(redacted) },
      answer: { is: 'value', of: 'redactedSettings' },
    }))
  }),
}
