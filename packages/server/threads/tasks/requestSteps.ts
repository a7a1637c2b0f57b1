import type { Route } from '../../api/contract.ts'
import type { CompleteReply, ThreadReply, UnserializedReply } from '../../messages/ApiReply.ts'
import { type ApiRequest, smallBodyBytes } from '../../messages/ApiRequest.ts'
import type { RequestTask } from './Task.ts'

/** Returns whether another server must authenticate the user before the request is handled. */
export const awaitsProof = ({ proves }: Pick<Route, 'proves'>, { body, proof }: ApiRequest): boolean =>
  proves === true && proof === undefined && body.kind !== 'unread'

const hasLargeBody = ({ body }: ApiRequest): boolean => {
  if (body.kind === 'jsonBytes') return true
  return body.kind === 'form' && body.values.reduce((sum, [, value]) => sum + value.length, 0) > smallBodyBytes
}

/** Returns whether a reader parses the body before the writer handles the request. */
export const awaitsParsing = ({ runs, parses }: Pick<Route, 'runs' | 'parses'>, request: ApiRequest): boolean =>
  runs === 'writes' && parses === true && hasLargeBody(request)

/** Creates the task that serializes a changed record. Omits a large body, which only `@request.data` rules read. */
export const serializeTask = (endpoint: number, request: ApiRequest, { bytes }: UnserializedReply): RequestTask => ({
  kind: 'request',
  endpoint,
  request: request.body.kind === 'jsonBytes' ? { ...request, body: { kind: 'none' } } : request,
  step: { kind: 'serialize', bytes },
})

/** Returns the response to a committed change with the result of its serialization, which can be an error. */
export const withSerialized = ({ auth }: UnserializedReply, result: ThreadReply): CompleteReply => {
  if (result.kind !== 'json') throw new Error(`A changed record was serialized as "${result.kind}".`)
  // Without `Retry-After`: a repeated request would make the change again.
  const { headers: _, ...reply } = result
  return { ...reply, ...(auth && { auth }) }
}
