import type { ApiReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { RequestTask } from './Task.ts'

/** Creates the task that serializes the records of a response. Omits a large body, which only `@request.data` rules read. */
export const serializeTask = (
  endpoint: number,
  request: ApiRequest,
  { unserialized }: Pick<ApiReply, 'unserialized'>,
): RequestTask => {
  const isLarge = request.body.kind === 'jsonBytes'
  return {
    ...{ kind: 'request', endpoint, step: 'serialize' },
    request: isLarge ? { ...request, body: { kind: 'none' } } : request,
    ...(unserialized ? { unserialized } : {}),
  }
}

/** Adds the result of serialization to the response to a change. It can be an error although the change is committed. */
export const withSerialized = (
  { unserialized: _, ...reply }: ApiReply,
  { status, json, failure }: Pick<ApiReply, 'status' | 'json' | 'failure'>,
): ApiReply => ({
  ...{ ...reply, status },
  ...(json === undefined ? {} : { json }),
  ...(failure ? { failure } : {}),
})
