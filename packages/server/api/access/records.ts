import { type ReachedKind, reachedKinds, readReached } from '../../access/readReached.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { RecordPage } from '../pages.ts'
import { offsetOf, parameter, readPaging } from '../parameters.ts'
import { inReader } from '../Steps.ts'
import { serializeRecords } from '../v022/write/SerializedRecord.ts'
import { getNamedCollection, getPersona, timeBudgetOf } from './parameters.ts'

function readKind(text: string | undefined): ReachedKind {
  const kind = reachedKinds.find(known => known === text)
  if (!kind) throw new Rejection('invalid', { message: `Name what is reached, one of ${reachedKinds.join(', ')}.` })
  return kind
}

/** Lists the records that a persona reaches, as the admin sees them. */
export const reachedRecords: Endpoint = {
  method: 'GET',
  path: '/access/records',
  operation: {
    id: 'readReached',
    summary: 'List the records that a persona reaches',
    query: ['collection', 'persona', 'reached', 'everyRequest', 'page', 'perPage', 'fields'],
    returns: 'ReachedRecords',
    errors: [404],
  },
  guard: adminOnly,
  steps: inReader(async ({ app, request, requester }) => {
    const collection = getNamedCollection(app, parameter(request, 'collection'))
    const paging = readPaging(request)
    const { records, total } = await readReached(app.db, app.catalog, requester, {
      collection,
      kind: readKind(parameter(request, 'reached')),
      persona: await getPersona(app, parameter(request, 'persona')),
      isForEveryRequest: parameter(request, 'everyRequest') === '1',
      limit: paging.perPage,
      offset: offsetOf(paging),
      timeBudgetMs: timeBudgetOf(app),
    })
    return jsonReply(new RecordPage(paging, total, serializeRecords(records)))
  }),
}
