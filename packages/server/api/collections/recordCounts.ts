import { jsonReply } from '../../messages/ApiReply.ts'
import { compileQuery } from '../../query/compile/compileQuery.ts'
import { noRequest } from '../../query/operands/RequestValues.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { inReader } from '../Steps.ts'

/**
 * Returns the number of records of each collection by its id. Views are left out: counting one runs its query, which can take any
 * amount of time, and every change of any record would invalidate the result.
 */
export const recordCounts: Endpoint = {
  method: 'GET',
  path: '/collections/record-counts',
  operation: { id: 'countRecords', summary: 'Count the records of each collection', returns: 'RecordCounts' },
  guard: adminOnly,
  steps: inReader(async ({ app }) => {
    const { catalog } = app
    const tables = catalog.all.filter(({ type }) => type !== 'view')
    const queries = tables.map(collection =>
      compileQuery(app.db.dialect, { collection, catalog, request: noRequest, conditions: [] }),
    )
    const counts = await app.counts.countEach(app.db, queries)
    return jsonReply(Object.fromEntries(tables.map(({ id }, index) => [id, counts[index]])))
  }),
}
