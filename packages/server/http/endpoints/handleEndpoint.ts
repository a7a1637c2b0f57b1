import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Route } from '../../api/contract.ts'
import { errorReply } from '../../api/errorReply.ts'
import type { ApiReply, CompleteReply, FileReply } from '../../messages/ApiReply.ts'
import { type ApiRequest, type RequestHead, smallBodyBytes } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { parseQuery } from '../../messages/parseQuery.ts'
import type { CachedReply } from '../../threads/responseCache/CachedReply.ts'
import { assertContentLength, type BodyBounds, isBodiless, mayBeLarge, readBody } from '../bodies/readBody.ts'
import { isMultipart, readMultipart } from '../bodies/readMultipart.ts'
import { closingResponse, skipRest } from '../bodies/unreadBody.ts'
import { uploadFolder } from '../bodies/uploadFolder.ts'
import type { HttpParts } from '../HttpParts.ts'
import { networkOf } from '../limits/networkOf.ts'
import { clientAddress } from '../requests/clientAddress.ts'
import type { Handler } from '../requests/requestHead.ts'
import { isLogged, requestEntry } from '../requests/requestLog.ts'
import { toHttpResponse } from '../responses/toHttpResponse.ts'
import { dispatchRequest, precheckRequest } from './dispatchRequest.ts'
import { fileResponse } from './fileResponse.ts'
import { finishReply } from './finishReply.ts'

/** Responds with a stored file. Also returns the reply for the log, which is an error if the file is missing. */
const fileOrError = async (parts: HttpParts, request: RequestHead, reply: FileReply) => {
  try {
    return { response: await fileResponse(parts, request, reply.file), logged: reply }
  } catch (error) {
    const logged = { ...errorReply(error, parseQuery(request.url)), ...(reply.auth && { auth: reply.auth }) }
    return { response: await toHttpResponse(parts, request, logged), logged }
  }
}

/** Handles the requests to one endpoint: reads the body, dispatches to a thread, performs the effects and logs. */
export const handleEndpoint = (parts: HttpParts, position: number, endpoint: Route): Handler => {
  const logsSuccess = isLogged(endpoint.method, endpoint.path)
  const { maxBodyBytes = smallBodyBytes } = endpoint
  const takesLarge = maxBodyBytes > smallBodyBytes
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'HEAD'

  const log = (request: RequestHead, reply: CompleteReply, started: number): void => {
    const milliseconds = performance.now() - started
    parts.requests.count(position, reply.status, milliseconds)
    if (logsSuccess || reply.failure) parts.logs.write(requestEntry(request, reply, milliseconds))
  }

  const respondWithFile = async (request: RequestHead, reply: FileReply, started: number): Promise<HttpResponse> => {
    const { response, logged } = await fileOrError(parts, request, reply)
    log(request, logged, started)
    return response
  }

  const respond = (
    request: RequestHead,
    reply: CompleteReply,
    started: number,
    compressOnce?: CachedReply['compressOnce'],
  ): HttpResponse | Promise<HttpResponse> => {
    if (reply.kind === 'file') return respondWithFile(request, reply, started)
    log(request, reply, started)
    return toHttpResponse(parts, request, reply, compressOnce)
  }

  const finish = async (request: ApiRequest, reply: ApiReply, started: number): Promise<HttpResponse> => {
    if (reply.effects) parts.perform(reply.effects)
    if (reply.kind === 'json' && reply.pauseMs) await wait(reply.pauseMs)
    return respond(request, await finishReply(parts, position, request, reply), started)
  }

  const handle = async (request: ApiRequest, started: number): Promise<HttpResponse> =>
    finish(request, await dispatchRequest(parts, position, request), started)

  const handleForm = async (
    request: ApiRequest,
    stream: Readable,
    bounds: BodyBounds,
    started: number,
  ): Promise<HttpResponse> => {
    const prechecked = await precheckRequest(parts, position, request)
    if (prechecked.kind !== 'precheckPassed') return finish(request, prechecked, started)
    const contentType = request.headers['content-type']
    const folder = uploadFolder(parts.dataDir)
    try {
      const target = { folder: folder.path, limits: prechecked.accepts }
      return await handle({ ...request, body: await readMultipart(stream, contentType, target, bounds) }, started)
    } finally {
      await folder.remove()
    }
  }

  const handleKnownBody = async (
    request: ApiRequest,
    stream: Readable,
    bounds: BodyBounds,
    started: number,
  ): Promise<HttpResponse> => {
    const { headers } = request
    const contentType = headers['content-type']
    if (isMultipart(contentType)) return handleForm(request, stream, bounds, started)
    assertContentLength(headers, bounds.limit)
    if (takesLarge && mayBeLarge(headers)) {
      const prechecked = await precheckRequest(parts, position, request)
      if (prechecked.kind !== 'precheckPassed') return finish(request, prechecked, started)
    }
    return handle({ ...request, body: await readBody(stream, contentType, bounds) }, started)
  }

  const openHold = (request: ApiRequest) =>
    parts.bodies[isMultipart(request.headers['content-type']) || mayBeLarge(request.headers) ? 'large' : 'small'].open(
      networkOf(clientAddress(request, parts.isTrustedProxy)),
    )

  const handleBody = async (request: ApiRequest, stream: Readable, started: number): Promise<HttpResponse> => {
    const hold = openHold(request)
    const response = await handleKnownBody(request, stream, { limit: maxBodyBytes, hold }, started)
      .catch(error => respond(request, errorReply(error, request.query), started))
      .finally(() => hold.release())
    return stream.readableEnded || (await skipRest(stream)) ? response : closingResponse(response, stream)
  }

  return (head, incoming) => {
    const started = performance.now()
    const cached = parts.dispatcher.findCached(position, head)
    if (cached) return respond(head, cached.reply, started, cached.compressOnce)
    const request: ApiRequest = { ...head, query: parseQuery(head.url), body: { kind: 'none' } }
    return hasBody && !isBodiless(head.headers) ? handleBody(request, incoming, started) : handle(request, started)
  }
}
