import type { ApiReply, ApiRequest, Call, Endpoint } from '../api/contract.ts'
import { errorReply } from '../api/errorReply.ts'
import { finishJson } from '../api/finishJson.ts'
import { authenticate } from '../auth/authenticate.ts'
import type { Requester } from '../auth/Requester.ts'
import type { App } from './App.ts'

/**
 * Answers one request in whatever thread it came to: authenticate, guard, handle, turn into JSON.
 * Never throws: whatever goes wrong becomes an error answer.
 */
export const runEndpoint = async (app: App, endpoint: Endpoint, request: ApiRequest): Promise<ApiReply> => {
  let requester: Requester = { kind: 'guest' }
  try {
    requester = await authenticate(app, request.headers.authorization)
    const call: Call = { app, request, requester }
    await endpoint.guard?.(call)
    const { json, ...answer } = await endpoint.handle(call)
    return {
      status: json === undefined && !answer.file ? 204 : 200,
      ...answer,
      auth: requester.kind,
      ...(json === undefined ? {} : { json: finishJson(json, request.query) }),
    }
  } catch (error) {
    return { ...errorReply(error, request.query), auth: requester.kind }
  }
}
