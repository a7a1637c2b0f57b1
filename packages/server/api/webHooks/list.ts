import { countDeliveries } from '../../events/deliveries/storedDeliveries.ts'
import { hasChangeLog } from '../../events/log/appendEntries.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { webHooksConsumer } from '../../webHooks/planWebHooks.ts'
import { loadWebHooks } from '../../webHooks/storedWebHooks.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'
import { countsJson, webHookJson } from './webHookJson.ts'

/** Returns all web hooks, in the order of their creation, with the numbers of their deliveries. */
export const listWebHooks: Endpoint = {
  method: 'GET',
  path: '/web-hooks',
  operation: { id: 'listWebHooks', summary: 'List the web hooks', returns: 'WebHooks' },
  guard: adminOnly,
  steps: inReader(async ({ app: { db, config } }) => {
    const counts = (await hasChangeLog(db)) ? await countDeliveries(db, webHooksConsumer) : undefined
    const hooks = await loadWebHooks(db, config.encryptionKey)
    return jsonReply(
      hooks.map(hook => ({ ...webHookJson(hook, { showsSecret: false }), deliveries: countsJson(counts?.get(hook.id)) })),
    )
  }),
}
