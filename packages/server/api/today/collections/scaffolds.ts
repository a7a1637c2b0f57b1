import { jsonReply } from '../../../messages/ApiReply.ts'
import type { Endpoint } from '../../contract.ts'
import { adminOnly } from '../../guards.ts'
import { inReader } from '../../Steps.ts'
import { blankNewerCollection } from './blankCollection.ts'

/** Returns what a new collection of each type has before anything is set. */
export const scaffolds: Endpoint = {
  method: 'GET',
  path: '/collections/meta/scaffolds',
  dialect: 'today',
  operation: {
    id: 'listCollectionScaffolds',
    summary: 'List the defaults of new collections by type',
    returns: 'CollectionScaffolds',
  },
  guard: adminOnly,
  steps: inReader(async ({ app: { settings } }) => {
    const [auth, base, view] = ['auth', 'base', 'view'].map(type => blankNewerCollection(type, settings))
    return jsonReply({ auth, base, view: { ...view, fields: [] } })
  }),
}
