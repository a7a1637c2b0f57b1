import { reportExposure } from '../../access/reportExposure.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { parameter } from '../parameters.ts'
import { inReader } from '../Steps.ts'
import { getNamedCollection, getPersona, timeBudgetOf } from './parameters.ts'

/** Returns what guests, new users and a chosen auth record can do with each collection. */
export const exposure: Endpoint = {
  method: 'GET',
  path: '/access/exposure',
  operation: {
    id: 'readExposure',
    summary: 'Read who can do what with which records',
    query: ['persona', 'collections'],
    returns: 'Exposure',
    errors: [404],
  },
  guard: adminOnly,
  steps: inReader(async ({ app, request }) => {
    const names = parameter(request, 'collections')?.split(',')
    const named = names && [...new Set(names.map(name => getNamedCollection(app, name)))]
    const key = parameter(request, 'persona')
    const { catalog } = app
    const report = await reportExposure(app.db, catalog, {
      collections: named ?? catalog.all,
      chosen: key === undefined ? undefined : await getPersona(app, key),
      isExact: named !== undefined,
      timeBudgetMs: timeBudgetOf(app),
    })
    return jsonReply(report)
  }),
}
