import { Rejection } from '../../../errors/Rejection.ts'
import { jsonReply } from '../../../messages/ApiReply.ts'
import type { Endpoint } from '../../contract.ts'
import { adminOnly } from '../../guards.ts'
import { pageOfLogs } from '../../logs/list.ts'
import { countByHour } from '../../logs/stats.ts'
import { findLog } from '../../logs/view.ts'
import { listParameters, parameter } from '../../parameters.ts'
import { inReader } from '../../Steps.ts'
import { todayLogJson } from './logJson.ts'
import { storedFilter, withStoredNames } from './olderNames.ts'

const shared = { dialect: 'today', guard: adminOnly } as const

const list: Endpoint = {
  ...shared,
  method: 'GET',
  path: '/logs',
  operation: { id: 'listTodayLogs', summary: 'List log entries', query: listParameters, returns: 'LogPage' },
  steps: inReader(async ({ app, request }) => jsonReply(await pageOfLogs(app.logs, withStoredNames(request), todayLogJson))),
}

function readStatsFilter(filter: string | undefined): string | undefined {
  try {
    return filter === undefined ? undefined : storedFilter(filter)
  } catch (error) {
    throw new Rejection('invalid', { code: 'logFilterInvalid', cause: error })
  }
}

const stats: Endpoint = {
  ...shared,
  method: 'GET',
  path: '/logs/stats',
  operation: { id: 'todayLogStats', summary: 'Count log entries by hour', query: ['filter'], returns: 'LogStats' },
  steps: inReader(async ({ app, request }) =>
    jsonReply(await countByHour(app.logs, readStatsFilter(parameter(request, 'filter')))),
  ),
}

const view: Endpoint = {
  ...shared,
  method: 'GET',
  path: '/logs/:id',
  operation: { id: 'viewTodayLog', summary: 'View a log entry', returns: 'Log' },
  steps: inReader(async ({ app, request }) => jsonReply(todayLogJson(await findLog(app.logs, request.params.id ?? '')))),
}

/** The log in the format of PocketBase 0.23 and later. */
export const todayLogRoutes: readonly Endpoint[] = [list, stats, view]
