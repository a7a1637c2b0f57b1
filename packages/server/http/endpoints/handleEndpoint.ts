import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Route } from '../../api/contract.ts'
import { errorReply } from '../../api/errorReplies.ts'
import { uploadFolder } from '../../files/uploads/uploadFolder.ts'
import type { ApiReply, FileReply } from '../../messages/ApiReply.ts'
import { type ApiRequest, type RequestHead, smallBodyBytes } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { parseQuery } from '../../messages/parseQuery.ts'
import type { CachedReply } from '../../threads/responseCache/ResponseCache.ts'
import {
  assertContentLength,
  type BodyBounds,
  bodyResource,
  isBodiless,
  isMultipart,
  mayBeLarge,
  readBody,
} from '../bodies/readBody.ts'
import { readMultipart } from '../bodies/readMultipart.ts'
import { afterRest } from '../bodies/unreadBody.ts'
import type { Incoming } from '../connections/httpMessages.ts'
import type { HttpParts } from '../HttpParts.ts'
import type { Handler } from '../requests/requestHead.ts'
import { isLogged, requestEntry } from '../requests/requestLog.ts'
import { reserveMemory } from '../responses/reserveMemory.ts'
import { toHttpResponse } from '../responses/toHttpResponse.ts'
import { fileResponse } from './fileResponse.ts'
import { precheckRequest, runSteps } from './runSteps.ts'

/** Responds with a stored file. Also returns the reply for the log, which is an error if the file is missing. */
async function fileOrError(parts: HttpParts, request: RequestHead, reply: FileReply) {
  try {
    return { response: await fileResponse(parts, request, reply), logged: reply }
  } catch (error) {
    const logged = {
      ...errorReply(error, { ...request, query: parseQuery(request.url) }),
      ...(reply.auth && { auth: reply.auth }),
    }
    return { response: await toHttpResponse(parts.policy, request, logged), logged }
  }
}

/** Whether an endpoint that reads records or their files may have to call hooks, so that its cached responses are not used. */
const mustCall = ({ code, scripts }: HttpParts, { path }: Route): boolean =>
  (code?.hasReadHooks === true && path.startsWith('/collections/:collection/records')) || scripts?.hasReadHooks === true

/** Handles the requests to one endpoint: reads the body, dispatches to a thread, and logs. */
export function handleEndpoint(parts: HttpParts, position: number, endpoint: Route): Handler {
  const { limits, monitoring } = parts
  const logsSuccess = isLogged(endpoint)
  const { maxBodyBytes = smallBodyBytes } = endpoint
  const takesLarge = maxBodyBytes > smallBodyBytes
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'HEAD'

  const log = (request: RequestHead, reply: ApiReply, started: number): void => {
    const milliseconds = performance.now() - started
    limits.rates.learn(request.headers.authorization, reply.auth)
    monitoring.requests.count(position, reply.status, milliseconds)
    if (logsSuccess || reply.failure) monitoring.logs.write(requestEntry(request, reply, milliseconds))
  }

  const respondWithFile = async (request: RequestHead, reply: FileReply, started: number): Promise<HttpResponse> => {
    const { response, logged } = await fileOrError(parts, request, reply)
    log(request, logged, started)
    return response
  }

  const respond = (
    request: RequestHead,
    reply: ApiReply,
    started: number,
    compressOnce?: CachedReply['compressOnce'],
  ): HttpResponse | Promise<HttpResponse> => {
    if (reply.kind === 'file') return respondWithFile(request, reply, started)
    const { reply: sent, memory } = reserveMemory(limits.clients, request, reply)
    log(request, sent, started)
    return toHttpResponse(parts.policy, request, sent, { memory, compressOnce })
  }

  const finish = async (request: ApiRequest, reply: ApiReply, started: number): Promise<HttpResponse> => {
    if (reply.kind === 'json' && reply.pauseMs) await wait(reply.pauseMs)
    return respond(request, reply, started)
  }

  const handle = async (request: ApiRequest, started: number): Promise<HttpResponse> =>
    finish(request, await runSteps(parts, position, endpoint, request), started)

  const handleForm = async (
    request: ApiRequest,
    stream: Readable,
    bounds: BodyBounds,
    started: number,
  ): Promise<HttpResponse> => {
    const prechecked = await precheckRequest(parts, position, endpoint, request)
    if (prechecked.kind !== 'precheckPassed') return finish(request, prechecked, started)
    if (prechecked.user) bounds.hold.identify(prechecked.user)
    const contentType = request.headers['content-type']
    const folder = uploadFolder(parts.files.dataDir)
    try {
      const target = { folder: folder.path, limits: prechecked.accepts }
      const body = await readMultipart(stream, contentType, target, bounds)
      const files = body.kind === 'form' ? body.uploads.length : 0
      return await limits.formTurns.run(request, files, () => handle({ ...request, body }, started))
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
      const prechecked = await precheckRequest(parts, position, endpoint, request)
      if (prechecked.kind !== 'precheckPassed') return finish(request, prechecked, started)
      if (prechecked.user) bounds.hold.identify(prechecked.user)
    }
    return handle({ ...request, body: await readBody(stream, contentType, bounds) }, started)
  }

  const handleBody = async (request: ApiRequest, stream: Incoming, started: number): Promise<HttpResponse> => {
    const hold = limits.clients.open(bodyResource(request.headers), limits.clients.clientOf(request))
    const response = await handleKnownBody(request, stream, { limit: maxBodyBytes, hold }, started)
      .catch(error => respond(request, errorReply(error, request), started))
      .finally(() => hold.release())
    return afterRest(stream, response)
  }

  return (head, incoming) => {
    const started = performance.now()
    const cached = mustCall(parts, endpoint) ? undefined : parts.dispatcher.findCached(position, head)
    if (cached) return respond(head, cached.reply, started, cached.compressOnce)
    const request: ApiRequest = { ...head, query: parseQuery(head.url), body: { kind: 'none' } }
    return hasBody && !isBodiless(head.headers) ? handleBody(request, incoming, started) : handle(request, started)
  }
}
