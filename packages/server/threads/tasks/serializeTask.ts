import type { ApiReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { RequestTask } from './Task.ts'

/** Asks a reader for the JSON that a reply leaves unserialized. A large body stays behind: only rules about `@request.data` ask for it. */
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

/** The reply to a change with what came of serializing it, which may be an error although the change was made. */
export const withSerialized = (
  { unserialized: _, ...reply }: ApiReply,
  { status, json, failure }: Pick<ApiReply, 'status' | 'json' | 'failure'>,
): ApiReply => ({
  ...{ ...reply, status },
  ...(json === undefined ? {} : { json }),
  ...(failure ? { failure } : {}),
})
