import { compileQuery } from '../../query/compile/compileQuery.ts'
import { noRequest } from '../../query/operands/RequestValues.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'

/**
 * How many records each collection holds, by the ids of the collections. Views are left out: to count one is to run its query,
 * which may take any time, and any change of anything ends what is known of it.
 */
export const recordCounts: Endpoint = {
  method: 'GET',
  path: '/collections/record-counts',
  runs: 'reads',
  guard: adminOnly,
  handle: async ({ app }) => {
    const catalog = await app.catalog()
    const tables = catalog.all.filter(({ type }) => type !== 'view')
    const queries = tables.map(collection => compileQuery({ collection, catalog, request: noRequest, conditions: [] }))
    const counts = await app.counts.countEach(app.db, queries)
    return { json: Object.fromEntries(tables.map(({ id }, index) => [id, counts[index]])) }
  },
}
