import type { Endpoint, Route } from '../../api/contract.ts'
import { type ApiRequest, smallBodyBytes } from '../../messages/ApiRequest.ts'

/** Returns the properties of an endpoint that the main thread uses. */
export const routeOf = ({ method, path, runs, mainThread, waits, caches, prove, parse, maxBodyBytes }: Endpoint): Route => ({
  ...{ method, path, runs },
  ...(mainThread && { mainThread }),
  ...(waits && { waits }),
  ...(caches && { caches }),
  ...(maxBodyBytes !== undefined && { maxBodyBytes }),
  ...(prove && { proves: true }),
  ...(parse && { parses: true }),
})

/** Returns whether another server must authenticate the user before the request is handled. */
export const awaitsProof = (proves: boolean | undefined, { body, proof }: ApiRequest): boolean =>
  proves === true && proof === undefined && body.kind !== 'unread'

const hasLargeBody = ({ body }: ApiRequest): boolean => {
  if (body.kind === 'jsonBytes') return true
  return body.kind === 'form' && body.values.reduce((sum, [, value]) => sum + value.length, 0) > smallBodyBytes
}

/** Returns whether a reader parses the body before the writer handles the request. */
export const awaitsParsing = ({ runs, parses }: Pick<Route, 'runs' | 'parses'>, request: ApiRequest): boolean =>
  runs === 'writes' && parses === true && hasLargeBody(request)
