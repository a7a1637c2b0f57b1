import { jsonReply } from '../../messages/ApiReply.ts'
import { noStore } from '../../messages/headers.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { authorize, inReader } from '../Steps.ts'

/** Returns the load of the last hour by minute, which the main thread measures. */
export const loadHistory: Endpoint = {
  method: 'GET',
  path: '/load',
  operation: { id: 'loadHistory', summary: 'View the load of the last hour by minute', returns: 'LoadHistory' },
  guard: adminOnly,
  steps: inReader(authorize).inMain(async ({ loadHistory }) => jsonReply(loadHistory.samples, { headers: noStore })),
}
