import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { parameter } from '../parameters.ts'
import { inReader } from '../Steps.ts'

/** Returns TypeScript types of the collections for the JavaScript SDK, or for hooks with `for=hooks`. */
export const viewTypes: Endpoint = {
  method: 'GET',
  path: '/types',
  operation: { id: 'viewTypes', summary: 'View TypeScript types of the collections for the JavaScript SDK', returns: 'Types' },
  guard: adminOnly,
  steps: inReader(async ({ app, request }) => {
    if (parameter(request, 'for') === 'hooks') {
      const { writeHookTypes } = await import('./writeHookTypes.ts')
      return jsonReply({ typescript: await writeHookTypes(app.catalog.all) })
    }
    const { writeTypes } = await import('./writeTypes.ts')
    return jsonReply({ typescript: writeTypes(app.catalog.all) })
  }),
}
