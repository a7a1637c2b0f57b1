import type { LiveApp } from '../../api/App.ts'
import { endpointAt } from '../../api/routes.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { ApiReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { runEndpoint } from './runEndpoint.ts'

/**
 * Runs the steps of an endpoint in this thread, one after the other, in the transaction of the app.
 * @throws Rejection if a step needs the main thread
 */
export async function runAllSteps(app: LiveApp, position: number, given: ApiRequest): Promise<ApiReply> {
  const endpoint = endpointAt(position)
  // Hashes passwords without waiting for a turn, because the transaction is open.
  const request: ApiRequest = { ...given, hasTurn: true }
  let state: unknown
  for (const part of endpoint.steps.list.keys()) {
    const result = await runEndpoint(app, endpoint, { endpoint: position, request, part, state, allowsLarge: true })
    if (result.kind === 'json' || result.kind === 'empty' || result.kind === 'file') return result
    if (result.kind !== 'next') break
    state = result.state
  }
  throw new Rejection('invalid', {
    message: `This request (${endpoint.method} ${endpoint.path}) cannot be part of a transaction.`,
  })
}
