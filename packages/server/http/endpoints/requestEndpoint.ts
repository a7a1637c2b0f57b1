import type { Route } from '../../api/contract.ts'
import type { ApiReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { DataResponse } from '../../messages/DataRequest.ts'
import { jsonOf } from '../../messages/json.ts'

/** A request to the endpoint with a path such as `/collections/:collection`. */
interface EndpointCall extends Pick<ApiRequest, 'method' | 'params' | 'query' | 'body' | 'as' | 'job'> {
  path: string
  authorization?: string | undefined
}

/** Answers a request to a route, which is given with its position. */
type Run = (position: number, route: Route, request: ApiRequest) => Promise<ApiReply>

/** Sends a request to an endpoint. */
export type RequestEndpoint = (call: EndpointCall) => Promise<DataResponse>

/** Returns a reply without what only HTTP needs. */
export function responseOf(reply: ApiReply): DataResponse {
  return {
    status: reply.status,
    json: reply.kind === 'json' ? jsonOf(reply.json) : '',
  }
}

/** Returns a function that sends requests to endpoints, without HTTP. */
export function requestEndpoint(run: Run, routes: readonly Route[]): RequestEndpoint {
  return async ({ path, authorization, ...call }) => {
    const { method, body } = call
    const position = routes.findIndex(route => route.method === method && route.path === path)
    const route = routes[position]
    if (!route) throw new Error(`There is no endpoint ${method} ${path}.`)
    const type = body.kind === 'form' ? 'multipart/form-data' : 'application/json'
    const headers = { 'content-type': type, ...(authorization !== undefined && { authorization }) }
    return responseOf(await run(position, route, { ...call, url: '', headers, remoteIp: '', isInternal: true }))
  }
}
