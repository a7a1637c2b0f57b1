import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'

/** Returns the settings that the environment fixes, as an object from the path to the name of the variable. */
export const fixedSettings: Endpoint = {
  method: 'GET',
  path: '/settings/fixed',
  operation: { id: 'listFixedSettings', summary: 'List the settings that the environment fixes', returns: 'FixedSettings' },
  guard: adminOnly,
  steps: inReader(async ({ app }) =>
    jsonReply(Object.fromEntries((app.config.fixedSettings ?? []).map(({ path, variable }) => [path, variable]))),
  ),
}
