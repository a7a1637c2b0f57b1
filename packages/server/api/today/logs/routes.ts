import { superusers } from '../../../auth/superusers.ts'
import type { Row } from '../../../db/engine.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import { jsonReply } from '../../../messages/ApiReply.ts'
import type { Endpoint } from '../../contract.ts'
import { adminOnly } from '../../guards.ts'
import { pageOfLogs } from '../../logs/list.ts'
import { countByHour } from '../../logs/stats.ts'
import { findLog } from '../../logs/view.ts'
import { listParameters, parameter } from '../../parameters.ts'
import { inReader } from '../../Steps.ts'
import { storedLog } from '../../v022/write/logJson.ts'
import { storedFilter, withStoredNames } from './olderNames.ts'

/**
 * Returns a row of `logColumns` as PocketBase 0.23 and later return it: `data.auth` is the name of a collection, '' for guests. Entries of
 * 0.22 have no name, which is only known for admins.
 */
function todayLogJson(row: Row) {
  const { id, created, data, message, level } = storedLog(row)
  if (data.type !== 'request') return { id, created, data, message, level }
  const { auth, authCollection = auth === 'admin' ? superusers.name : '', userIp, remoteIp, ...rest } = data
  const addresses = { ...(userIp !== undefined && { userIP: userIp }), ...(remoteIp !== undefined && { remoteIP: remoteIp }) }
  return { id, created, data: { ...rest, auth: authCollection, ...addresses }, message, level }
}

const shared = { dialect: 'today', guard: adminOnly } as const

const list: Endpoint = {
  ...shared,
  method: 'GET',
  path: '/logs',
  operation: { id: 'listTodayLogs', summary: 'List log entries', query: listParameters, returns: 'TodayLogPage' },
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
  operation: { id: 'viewTodayLog', summary: 'View a log entry', returns: 'TodayLog' },
  steps: inReader(async ({ app, request }) => jsonReply(todayLogJson(await findLog(app.logs, request.params.id ?? '')))),
}

/** The log in the format of PocketBase 0.23 and later. */
export const todayLogRoutes: readonly Endpoint[] = [list, stats, view]
