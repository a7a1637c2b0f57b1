import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from 'hono'
import type { Route } from '../api/contract.ts'
import { errorReply } from '../api/errorReply.ts'
import { badRequest, forbidden, notFound } from '../errors/ApiError.ts'
import { serveFile } from '../files/serveFile.ts'
import type { ProviderReturn, SubscriptionOrder } from '../realtime/RealtimeHub.ts'
import type { ApiReply, AwaitedMail, UploadLimits } from '../request/ApiReply.ts'
import type { ApiRequest } from '../request/ApiRequest.ts'
import { parseQuery } from '../request/parseQuery.ts'
import type { HttpEnv } from './HttpEnv.ts'
import type { HttpParts } from './HttpParts.ts'
import { commonHeaders } from './headers.ts'
import { bodyStream, readBody } from './readBody.ts'
import { isMultipart, readMultipart } from './readMultipart.ts'
import { replyResponse } from './replyResponse.ts'
import { type RequestHead, requestHead } from './requestHead.ts'
import { isLogged, requestEntry } from './requestLog.ts'
import { closingResponse, skipRest } from './unreadBody.ts'
import { uploadFolder } from './uploadFolder.ts'

const noFiles: UploadLimits = new Map()

const fileResponse = (
  parts: HttpParts,
  { headers, method }: RequestHead,
  file: NonNullable<ApiReply['file']>,
): Promise<Response> => {
  // A file may be shown in a frame of any page; what it holds is fenced in by its own policy.
  const { 'X-Frame-Options': _, ...common } = commonHeaders(headers.origin, parts.allowOrigin)
  return serveFile(parts, { method, header: name => headers[name] }, file, common)
}

/** The reply of an error in place of another: in the same name. */
const failed = ({ auth }: ApiReply, error: unknown, query: ApiRequest['query']): ApiReply => ({
  ...errorReply(error, query),
  ...(auth ? { auth } : {}),
})

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

/** The reply to a request for a mail, once it is known whether the mail was taken. */
const replyWithMail = async (parts: HttpParts, { query }: ApiRequest, reply: ApiReply, mail: AwaitedMail): Promise<ApiReply> => {
  try {
    await parts.sendMail(mail.order)
    return reply
  } catch (error) {
    const reason = mail.tellsWhy ? ` Raw error: \n${error instanceof Error ? error.message : error}` : ''
    return failed(reply, badRequest(mail.failed + reason, {}, error), query)
  }
}

/** The reply to a client that subscribes, once it is known whether its stream is there. */
const replyToSubscriber = (
  { realtime }: HttpParts,
  { query }: ApiRequest,
  reply: ApiReply,
  order: SubscriptionOrder,
): ApiReply => {
  switch (realtime.subscribe(order)) {
    case 'done':
      return reply
    case 'unknown':
      return failed(reply, notFound('Missing or invalid client id.'), query)
    case 'other':
      return failed(reply, forbidden("The current and the previous request authorization don't match."), query)
  }
}

/** Sends a person who comes back from a provider to the page that says how it went. */
const replyToReturn = ({ realtime }: HttpParts, { method }: ApiRequest, reply: ApiReply, returned: ProviderReturn): ApiReply => {
  const isPassedOn = realtime.passReturn(returned)
  const outcome = isPassedOn && returned.code !== '' && returned.error === '' ? 'success' : 'failure'
  // After a form the browser must not send that form on to the page.
  const status = method === 'GET' ? 307 : 303
  return { ...reply, status, headers: { Location: `../_/#/auth/oauth2-redirect-${outcome}` } }
}

/** Does what a reply leaves to the main thread before it can be given. */
const finishReply = (parts: HttpParts, request: ApiRequest, reply: ApiReply): ApiReply | Promise<ApiReply> => {
  if (reply.mail) return replyWithMail(parts, request, reply, reply.mail)
  if (reply.providerReturn) return replyToReturn(parts, request, reply, reply.providerReturn)
  return reply.subscription ? replyToSubscriber(parts, request, reply, reply.subscription) : reply
}

/** Answers requests to one endpoint: reads the body, lets a thread handle it, performs what follows, logs. */
export const answerEndpoint = (parts: HttpParts, position: number, endpoint: Route) => {
  const logsSuccess = isLogged(endpoint.method, endpoint.path)
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'HEAD'

  const give = async (request: RequestHead, reply: ApiReply, started: number): Promise<Response> => {
    const { response, given } = await respond(parts, request, reply)
    if (logsSuccess || given.failure) parts.logs.write(requestEntry(request, given, performance.now() - started))
    return response
  }

  const answer = async (request: ApiRequest, started: number): Promise<Response> => {
    const first = await parts.dispatcher.dispatch(position, request)
    const reply = first.proof ? await parts.dispatcher.dispatch(position, { ...request, proof: first.proof }) : first
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
