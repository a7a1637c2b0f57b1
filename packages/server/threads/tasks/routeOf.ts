import type { Endpoint, Route } from '../../api/contract.ts'
import type { ApiRequest } from '../../request/ApiRequest.ts'

/** What the main thread has to know of an endpoint. */
export const routeOf = ({ method, path, runs, waits, keeps, prove, maxBodyBytes }: Endpoint): Route => ({
  ...{ method, path, runs },
  ...(waits && { waits }),
  ...(keeps && { keeps }),
  ...(maxBodyBytes !== undefined && { maxBodyBytes }),
  ...(prove && { proves: true }),
})

/** Whether another server is to be asked who makes a request, before it is handled. */
export const awaitsProof = (proves: boolean | undefined, { body, proof }: ApiRequest): boolean =>
  proves === true && proof === undefined && body.kind !== 'unread'
