import { Rejection } from '../../errors/Rejection.ts'
import { listDeliveries } from '../../events/deliveries/storedDeliveries.ts'
import { hasChangeLog } from '../../events/log/appendEntries.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import { webHooksConsumer } from '../../webHooks/planWebHooks.ts'
import { loadWebHooks } from '../../webHooks/storedWebHooks.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'
import { deliveryJson } from './webHookJson.ts'

/** Number of deliveries in a response. */
const maxDeliveries = 50

/** Returns the newest deliveries of a web hook, with their bodies and the outcomes of their last attempts. */
export const listWebHookDeliveries: Endpoint = {
  method: 'GET',
  path: '/web-hooks/:id/deliveries',
  operation: { id: 'listWebHookDeliveries', summary: 'List the newest deliveries of a web hook', returns: 'WebHookDeliveries' },
  guard: adminOnly,
  steps: inReader(async ({ app: { db, config }, request }) => {
    const { id = '' } = request.params
    if (!(await loadWebHooks(db, config.encryptionKey)).some(hook => hook.id === id)) throw new Rejection('missing')
    const deliveries = (await hasChangeLog(db)) ? await listDeliveries(db, webHooksConsumer, id, maxDeliveries) : []
    return jsonReply(deliveries.map(deliveryJson))
  }),
}
