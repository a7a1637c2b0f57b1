import { jsonReply } from '../../messages/ApiReply.ts'
import { noStore } from '../../messages/headers.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { authorize, inReader } from '../Steps.ts'

/** Returns the nodes of the database, from the connection on which this node reads their log. */
export const listNodes: Endpoint = {
  method: 'GET',
  path: '/nodes',
  operation: { id: 'listNodes', summary: 'List the servers that share the database', returns: 'Nodes' },
  guard: adminOnly,
  steps: inReader(authorize).inMain(async ({ nodes }) => jsonReply(await nodes.list(), { headers: noStore })),
}
