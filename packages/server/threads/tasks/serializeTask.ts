import type { CompleteReply, ThreadReply, UnserializedReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { RequestTask } from './Task.ts'

/** Creates the task that serializes a changed record. Omits a large body, which only `@request.data` rules read. */
export const serializeTask = (endpoint: number, request: ApiRequest, { bytes }: UnserializedReply): RequestTask => {
  const isLarge = request.body.kind === 'jsonBytes'
  return {
    ...{ kind: 'request', endpoint, step: 'serialize' },
    request: isLarge ? { ...request, body: { kind: 'none' } } : request,
    unserialized: bytes,
  }
}

/** Returns the response to a committed change with the result of its serialization, which can be an error. */
export const withSerialized = ({ auth }: UnserializedReply, result: ThreadReply): CompleteReply => {
  if (result.kind !== 'json') throw new Error(`A record was serialized as ${result.kind}.`)
  // Without `Retry-After`: a repeated request would make the change again.
  const { headers: _, ...reply } = result
  return { ...reply, ...(auth && { auth }) }
}
