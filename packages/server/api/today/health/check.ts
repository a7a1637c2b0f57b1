import { jsonReply } from '../../../messages/ApiReply.ts'
import type { Endpoint } from '../../contract.ts'
import { healthOf, isGuest } from '../../health/check.ts'
import { inMain, next } from '../../Steps.ts'

/** Returns whether the server accepts changes. Only superusers get more, such as whether a backup can be created now. */
export const checkTodayHealth: Endpoint = {
  method: 'GET',
  path: '/health',
  dialect: 'today',
  operation: {
    id: 'checkTodayHealth',
    summary: 'Check whether the server accepts changes',
    query: ['draining'],
    returns: 'TodayHealth',
    errors: [404],
  },
  steps: inMain(async call => {
    const { status, json } = healthOf(call)
    return isGuest(call) ? jsonReply({ ...json, data: {} }, { status }) : next(undefined)
  })
    .inReader(async ({ requester }) => next(requester.kind === 'admin'))
    .inMain(async (call, isAdmin) => {
      const { status, json } = healthOf(call)
      return jsonReply({ ...json, data: isAdmin ? { ...json.data, ...call.outcomes.last } : {} }, { status })
    }),
}
