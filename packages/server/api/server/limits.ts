import { jsonReply } from '../../messages/ApiReply.ts'
import { noStore } from '../../messages/headers.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { authorize, inReader } from '../Steps.ts'

/** Returns what clients use of the limited resources and which of them were rejected lately, as the main thread counts it. */
export const clientLimits: Endpoint = {
  method: 'GET',
  path: '/load/limits',
  operation: { id: 'clientLimits', summary: 'View the limits for clients and who was rejected lately', returns: 'ClientLimits' },
  guard: adminOnly,
  steps: inReader(authorize).inMain(async ({ clients }) =>
    jsonReply({ resources: clients.report(), rejections: clients.rejections() }, { headers: noStore }),
  ),
}
