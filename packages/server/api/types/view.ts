import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/** Returns TypeScript types of the collections for the JavaScript SDK. */
export const viewTypes: Endpoint = {
  method: 'GET',
  path: '/types',
  operation: { id: 'viewTypes', summary: 'View TypeScript types of the collections for the JavaScript SDK', returns: 'Types' },
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app }) => {
    const { writeTypes } = await import('./writeTypes.ts')
    return jsonReply({ typescript: writeTypes((await app.catalog()).all) })
  },
}
