import type { Endpoint, Route } from '../../api/contract.ts'
import { type ApiRequest, smallBodyBytes } from '../../messages/ApiRequest.ts'

/** What the main thread has to know of an endpoint. */
export const routeOf = ({ method, path, runs, mainThread, waits, keeps, prove, parse, maxBodyBytes }: Endpoint): Route => ({
  ...{ method, path, runs },
  ...(mainThread && { mainThread }),
  ...(waits && { waits }),
  ...(keeps && { keeps }),
  ...(maxBodyBytes !== undefined && { maxBodyBytes }),
  ...(prove && { proves: true }),
  ...(parse && { parses: true }),
})

/** Whether another server is to be asked who makes a request, before it is handled. */
export const awaitsProof = (proves: boolean | undefined, { body, proof }: ApiRequest): boolean =>
  proves === true && proof === undefined && body.kind !== 'unread'

const hasLargeBody = ({ body }: ApiRequest): boolean => {
  if (body.kind === 'jsonBytes') return true
  return body.kind === 'form' && body.values.reduce((sum, [, value]) => sum + value.length, 0) > smallBodyBytes
}

/** Whether the body of a request is to be parsed by a reader, before the request is handled. */
export const awaitsParsing = ({ runs, parses }: Pick<Route, 'runs' | 'parses'>, request: ApiRequest): boolean =>
  runs === 'writes' && parses === true && hasLargeBody(request)
