import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from 'hono'
import type { Route } from '../api/contract.ts'
import { tooManyReply } from '../api/errorReply.ts'
import { tryKind } from '../limits/tryKind.ts'
import type { ApiReply, UploadLimits } from '../request/ApiReply.ts'
import type { ApiRequest } from '../request/ApiRequest.ts'
import { parseQuery } from '../request/parseQuery.ts'
import { fileResponse } from './fileResponse.ts'
import { failed, finishReply } from './finishReply.ts'
import type { HttpEnv } from './HttpEnv.ts'
import type { HttpParts } from './HttpParts.ts'
import { bodyStream, readBody } from './readBody.ts'
import { isMultipart, readMultipart } from './readMultipart.ts'
import { replyResponse } from './replyResponse.ts'
import { type RequestHead, requestHead } from './requestHead.ts'
import { isLogged, requestEntry } from './requestLog.ts'
import { closingResponse, skipRest } from './unreadBody.ts'
import { uploadFolder } from './uploadFolder.ts'

const noFiles: UploadLimits = new Map()

/** The response to a reply, and the reply that was given in the end: a file may turn out to be missing. */
const respond = async (
  parts: HttpParts,
  request: RequestHead,
  reply: ApiReply,
): Promise<{ response: Response; given: ApiReply }> => {
  if (!reply.file) return { response: await replyResponse(parts, request, reply), given: reply }
  try {
    return { response: await fileResponse(parts, request, reply.file), given: reply }
  } catch (error) {
    const given = failed(reply, error, parseQuery(request.url))
    return { response: await replyResponse(parts, request, given), given }
  }
}

/** Answers requests to one endpoint: reads the body, lets a thread handle it, performs what follows, logs. */
export const answerEndpoint = (parts: HttpParts, position: number, endpoint: Route) => {
  const logsSuccess = isLogged(endpoint.method, endpoint.path)
  const triedKind = tryKind(endpoint)
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'HEAD'

  const give = async (request: RequestHead, reply: ApiReply, started: number): Promise<Response> => {
    const { response, given } = await respond(parts, request, reply)
    if (logsSuccess || given.failure) parts.logs.write(requestEntry(request, given, performance.now() - started))
    return response
  }

  const answer = async (request: ApiRequest, started: number): Promise<Response> => {
    const attempt = triedKind && parts.limits?.begin(triedKind, request)
    if (attempt && attempt.wait > 0) return give(request, tooManyReply(attempt.wait, request.query), started)
    const first = await parts.dispatcher.dispatch(position, request)
    const reply = first.proof ? await parts.dispatcher.dispatch(position, { ...request, proof: first.proof }) : first
    attempt?.end(!reply.failure)
    if (reply.effects) parts.perform(reply.effects)
    if (reply.pause) await wait(reply.pause)
    return give(request, await finishReply(parts, request, reply), started)
  }

  /** A form may be very long, so it is read only if the request has a chance. */
  const answerForm = async (request: ApiRequest, stream: Readable, started: number): Promise<Response> => {
    const admission = await parts.dispatcher.dispatch(position, { ...request, body: { kind: 'unread' } })
    if (admission.status !== 100) return give(request, admission, started)
    const folder = uploadFolder(parts.dataDir)
    try {
      const place = { folder: folder.path, limits: admission.takes ?? noFiles }
      return await answer({ ...request, body: await readMultipart(stream, request.headers['content-type'], place) }, started)
    } finally {
      await folder.remove()
    }
  }

  return async (context: Context<HttpEnv>): Promise<Response> => {
    const started = performance.now()
    const head = requestHead(context)
    const recalled = parts.dispatcher.recall(position, head)
    if (recalled) return give(head, recalled, started)
    const params = context.req.param() as Record<string, string>
    const request: ApiRequest = { ...head, params, query: parseQuery(head.url), body: { kind: 'none' } }
    const stream = hasBody ? bodyStream(context.req.raw, head.headers, context.env.incoming) : undefined
    if (!stream) return answer(request, started)
    const contentType = head.headers['content-type']
    const response = isMultipart(contentType)
      ? await answerForm(request, stream, started)
      : await answer({ ...request, body: await readBody(stream, contentType) }, started)
    return stream.readableEnded || (await skipRest(stream)) ? response : closingResponse(response, stream)
  }
}
