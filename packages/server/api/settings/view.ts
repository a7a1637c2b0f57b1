import { redactSettings } from '@coffer/schema'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Returns the settings with masked secrets. */
export const viewSettings: Endpoint = {
  method: 'GET',
  path: '/settings',
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app }) => ({ json: redactSettings(await app.settings()) }),
}
