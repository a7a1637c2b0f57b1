import { jsonReply } from '../../messages/ApiReply.ts'
import { dateText } from '../../runtime/now.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { authorize, inReader } from '../Steps.ts'

/** Lists all backups with their sizes and dates. */
export const listBackups: Endpoint = {
  method: 'GET',
  path: '/backups',
  operation: { id: 'listBackups', summary: 'List backups', returns: 'Backups' },
  guard: adminOnly,
  steps: inReader(authorize).inMain(async ({ backups }) => {
    const files = await backups.list()
    return jsonReply(files.map(({ key, size, modified }) => ({ key, size, modified: dateText(modified) })))
  }),
}
