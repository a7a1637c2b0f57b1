import { queryDifferences, ruleActions } from '@coffer/schema'
import { readQueryDifference } from '../../access/compareQueries.ts'
import { type ListedChange, type ReachedKind, reachedKinds, readReached } from '../../access/readReached.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { jsonReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { App } from '../App.ts'
import { parseJson } from '../body/parseJson.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { pageJson, RecordPage } from '../pages.ts'
import { offsetOf, parameter, readPaging } from '../parameters.ts'
import { inReader } from '../Steps.ts'
import { recordJson } from '../v022/write/recordJson.ts'
import { serializeRecords } from '../v022/write/SerializedRecord.ts'
import { asView, getNamedCollection, getPersona, readRemoved, timeBudgetOf } from './parameters.ts'

function readKind(text: string | undefined): ReachedKind {
  const kind = reachedKinds.find(known => known === text)
  if (!kind) throw new Rejection('invalid', { message: `Name what is reached, one of ${reachedKinds.join(', ')}.` })
  return kind
}

/** Parses JSON. Returns undefined if it is invalid. */
function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Reads the new rule whose effect is listed; undefined if none is. Without a rule, only admins have access. */
function readChange(app: App, request: ApiRequest, kind: ReachedKind): ListedChange | undefined {
  const difference = parameter(request, 'difference')
  if (difference === undefined) return undefined
  const action = ruleActions.find(known => known === kind)
  if (action && (difference === 'gained' || difference === 'lost')) {
    const removed = parameter(request, 'removed')
    const rule = request.query.find(([key]) => key === 'rule')?.[1] ?? null
    return { action, difference, rule, ...(removed !== undefined && { removed: readRemoved(app, readJson(removed)) }) }
  }
  throw new Rejection('invalid', {
    message: 'Send difference=gained or difference=lost, with the new rule of the action that `reached` names.',
  })
}

/** Lists the records that another query of a view shows otherwise. */
async function listQueryDifference(app: App, request: ApiRequest, query: string) {
  const view = asView(getNamedCollection(app, parameter(request, 'collection')))
  const paging = readPaging(request)
  const difference = queryDifferences.find(known => known === parameter(request, 'difference'))
  if (!difference) throw new Rejection('invalid', { message: 'Send difference=gained, lost or changed with the new query.' })
  const listed = { query, difference, limit: paging.perPage, offset: offsetOf(paging) }
  const found = await app.db.inspectQueries(look => readQueryDifference(look, app.catalog, view, listed))
  const items = found.rows.map(row => recordJson(found.view, row, { showsEmail: true, showsHidden: true }))
  return jsonReply(pageJson(paging, found.total, items))
}

/**
 * Lists the records that a persona reaches, or would gain or lose by a new rule, as the admin sees them; or those that another query of
 * a view would show otherwise.
 */
export const reachedRecords: Endpoint = {
  method: 'GET',
  path: '/access/records',
  operation: {
    id: 'readReached',
    summary: 'List the records that a persona reaches',
    query: [
      'collection',
      'persona',
      'reached',
      'everyRequest',
      'difference',
      'rule',
      'removed',
      'newQuery',
      'page',
      'perPage',
      'fields',
    ],
    returns: 'ReachedRecords',
    errors: [404],
  },
  guard: adminOnly,
  steps: inReader(async ({ app, request, requester }) => {
    const newQuery = parameter(request, 'newQuery')
    if (newQuery !== undefined) return listQueryDifference(app, request, newQuery)
    const collection = getNamedCollection(app, parameter(request, 'collection'))
    const paging = readPaging(request)
    const kind = readKind(parameter(request, 'reached'))
    const { records, total } = await readReached(app.db, app.catalog, requester, {
      collection,
      kind,
      persona: await getPersona(app, parameter(request, 'persona')),
      isForEveryRequest: parameter(request, 'everyRequest') === '1',
      change: readChange(app, request, kind),
      limit: paging.perPage,
      offset: offsetOf(paging),
      timeBudgetMs: timeBudgetOf(app),
    })
    return jsonReply(new RecordPage(paging, total, serializeRecords(records)))
  }),
}
