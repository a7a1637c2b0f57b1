import type { Route } from '../../api/contract.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { runSteps, type StepParts } from './runSteps.ts'

/**
 * Loads the types of the module that hooks import, from the endpoint of types.
 * @throws Error if the endpoint has not returned them
 */
export async function loadHookTypes(parts: StepParts, routes: readonly Route[]): Promise<string> {
  const position = routes.findIndex(({ method, path }) => method === 'GET' && path === '/types')
  const request: ApiRequest = {
    method: 'GET',
    url: '',
    params: {},
    headers: {},
    remoteIp: '',
    query: [['for', 'hooks']],
    body: { kind: 'none' },
    as: 'server',
  }
  const reply = await runSteps(parts, position, routes[position] as Route, request)
  if (reply.kind !== 'json' || reply.status !== 200) throw new Error(reply.failure?.message ?? 'The types could not be loaded.')
  return JSON.parse(Buffer.from(reply.json).toString('utf8')).typescript
}
