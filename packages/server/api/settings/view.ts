import { redactSettings } from '@coffer/schema'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Returns the settings with masked secrets. */
export const viewSettings: Endpoint = {
  method: 'GET',
  path: '/settings',
  operation: { id: 'viewSettings', summary: 'View the settings', returns: 'Settings' },
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app }) => jsonReply(redactSettings(await app.settings())),
}
