import { emptyReply, type JsonReply, jsonReply } from '../../messages/ApiReply.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import { jsonText } from '../../messages/json.ts'
import type { MainCall } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { errorReply } from '../errorReplies.ts'
import { parameter } from '../parameters.ts'
import { inMain, next } from '../Steps.ts'

const suspended = 'Changes are rejected because the disk failed to store data. Reads go on. See the console of the server.'

const draining = 'The server is about to stop. Send new requests to another one.'

const unhealthy = (message: string, reason: 'draining' | 'lagging' | 'suspended', status = 503) => ({
  status,
  json: { message, code: status, data: { canBackup: false, reason } },
})

/** HAProxy cuts the requests in progress at a server whose checks fail, but lets them end at one that responds 404 (`disable-on-404`). */
const drainingStatus = ({ request }: Pick<MainCall, 'request'>): number => (parameter(request, 'draining') === '404' ? 404 : 503)

/** Returns whether a load balancer should send requests to the server, and whether a backup can be created now. */
export function healthOf(call: Pick<MainCall, 'request' | 'versions' | 'isDraining'>) {
  const { versions, isDraining } = call
  if (isDraining()) return unhealthy(draining, 'draining', drainingStatus(call))
  if (versions.areWritesSuspended()) return unhealthy(suspended, 'suspended')
  return { status: 200, json: { message: 'API is healthy.', code: 200, data: { canBackup: !versions.isBackupUnderWay() } } }
}

/** Whether a route of any dialect returns the health. */
export function isHealthRoute(route: string | undefined): boolean {
  return route === 'GET /health' || route === 'HEAD /health'
}

/**
 * Returns the health of a node that cannot run the endpoint, because it is not up to date.
 * @param error says why not
 */
export function laggingReply(error: Error, head: Pick<RequestHead, 'dialect'>): JsonReply {
  const { json } = unhealthy(error.message, 'lagging')
  return { ...errorReply(error, head), json: jsonText(head.dialect === 'today' ? { ...json, data: {} } : json) }
}

/** Guests get the response from the main thread, even when all readers are busy. */
export function isGuest({ request }: MainCall): boolean {
  return request.headers.authorization === undefined
}

/**
 * Returns whether the server accepts changes and is not about to stop, and whether a backup can be created now. Admins also get the
 * results of the last restore and the last automatic backup.
 */
export const checkHealth: Endpoint = {
  method: 'GET',
  path: '/health',
  operation: {
    id: 'checkHealth',
    summary: 'Check whether the server accepts changes',
    query: ['draining'],
    returns: 'Health',
    errors: [404],
  },
  steps: inMain(async call => {
    const { status, json } = healthOf(call)
    return isGuest(call) ? jsonReply(json, { status }) : next(undefined)
  })
    .inReader(async ({ requester }) => next(requester.kind === 'admin'))
    .inMain(async (call, isAdmin) => {
      const { status, json } = healthOf(call)
      const shown = status === 200 && isAdmin ? { ...json, data: { ...json.data, ...call.outcomes.last } } : json
      return jsonReply(shown, { status })
    }),
}

/** Returns whether the server accepts changes, without a body. */
export const checkHealthHead: Endpoint = {
  method: 'HEAD',
  path: '/health',
  operation: {
    id: 'checkHealthHead',
    summary: 'Check whether the server accepts changes, without a body',
    query: ['draining'],
    returns: 'nothing',
    status: 200,
    errors: [404],
  },
  steps: inMain(async call => emptyReply({ status: healthOf(call).status })),
}
