import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Route } from '../../api/contract.ts'
import type { ApiReply, FileReply, UploadLimits } from '../../messages/ApiReply.ts'
import { type ApiRequest, smallBodyBytes } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { parseQuery } from '../../messages/parseQuery.ts'
import { assertContentLength, type BodyBounds, isBodiless, mayBeLarge, readBody } from '../bodies/readBody.ts'
import { isMultipart, readMultipart } from '../bodies/readMultipart.ts'
import { closingResponse, skipRest } from '../bodies/unreadBody.ts'
import { uploadFolder } from '../bodies/uploadFolder.ts'
import type { HttpParts } from '../HttpParts.ts'
import { networkOf } from '../limits/networkOf.ts'
import { clientAddress } from '../requests/clientAddress.ts'
import type { Exchange, Handler } from '../requests/Exchange.ts'
import type { RequestHead } from '../requests/requestHead.ts'
import { isLogged, requestEntry } from '../requests/requestLog.ts'
import { toHttpResponse } from '../responses/toHttpResponse.ts'
import { dispatchRequest } from './dispatchRequest.ts'
import { fileResponse } from './fileResponse.ts'
import { failed, finishReply } from './finishReply.ts'

/** A request with the additional properties that the log needs. */
type LoggedRequest = ApiRequest & RequestHead

const noFiles: UploadLimits = new Map()

/** Responds with the file that a reply names. Returns the reply for the log too: an error if the file is missing. */
const fileOrFailure = async (parts: HttpParts, request: RequestHead, reply: ApiReply, file: FileReply) => {
  try {
    return { response: await fileResponse(parts, request, file), given: reply }
  } catch (error) {
    const given = failed(reply, error, parseQuery(request.url))
    return { response: await toHttpResponse(parts, request, given), given }
  }
}

/** Handles the requests to one endpoint: reads the body, dispatches to a thread, performs the effects and logs. */
export const handleEndpoint = (parts: HttpParts, position: number, endpoint: Route): Handler => {
  const logsSuccess = isLogged(endpoint.method, endpoint.path)
  const { maxBodyBytes = smallBodyBytes } = endpoint
  const takesLarge = maxBodyBytes > smallBodyBytes
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'HEAD'

  const log = (request: RequestHead, given: ApiReply, started: number): void => {
    if (logsSuccess || given.failure) parts.logs.write(requestEntry(request, given, performance.now() - started))
  }

  const giveFile = async (request: RequestHead, reply: ApiReply, file: FileReply, started: number) => {
    const { response, given } = await fileOrFailure(parts, request, reply, file)
    log(request, given, started)
    return response
  }

  const give = (request: RequestHead, reply: ApiReply, started: number): HttpResponse | Promise<HttpResponse> => {
    if (reply.file) return giveFile(request, reply, reply.file, started)
    log(request, reply, started)
    return toHttpResponse(parts, request, reply)
  }

  const handle = async (request: LoggedRequest, started: number): Promise<HttpResponse> => {
    const reply = await dispatchRequest(parts, position, request)
    if (reply.effects) parts.perform(reply.effects)
    if (reply.pause) await wait(reply.pause)
    const complete = reply.unserialized ? await parts.dispatcher.serialize(position, request, reply) : reply
    return give(request, await finishReply(parts, request, complete), started)
  }

  /** Authenticates the request and checks whether it can be allowed with any body. Returns status 100 if so. */
  const precheck = (request: ApiRequest) => parts.dispatcher.dispatch(position, { ...request, body: { kind: 'unread' } })

  const handleForm = async (
    request: LoggedRequest,
    stream: Readable,
    bounds: BodyBounds,
    started: number,
  ): Promise<HttpResponse> => {
    const prechecked = await precheck(request)
    if (prechecked.status !== 100) return give(request, prechecked, started)
    const contentType = request.headers['content-type']
    const folder = uploadFolder(parts.dataDir)
    try {
      const target = { folder: folder.path, limits: prechecked.takes ?? noFiles }
      return await handle({ ...request, body: await readMultipart(stream, contentType, target, bounds) }, started)
    } finally {
      await folder.remove()
    }
  }

  const handleKnownBody = async (
    request: LoggedRequest,
    stream: Readable,
    bounds: BodyBounds,
    started: number,
  ): Promise<HttpResponse> => {
    const { headers } = request
    const contentType = headers['content-type']
    if (isMultipart(contentType)) return handleForm(request, stream, bounds, started)
    assertContentLength(headers, bounds.limit)
    if (takesLarge && mayBeLarge(headers)) {
      const prechecked = await precheck(request)
      if (prechecked.status !== 100) return give(request, prechecked, started)
    }
    return handle({ ...request, body: await readBody(stream, contentType, bounds) }, started)
  }

  const openHold = (request: LoggedRequest) =>
    parts.bodies[isMultipart(request.headers['content-type']) || mayBeLarge(request.headers) ? 'large' : 'small'].open(
      networkOf(clientAddress(request, parts.isTrustedProxy)),
    )

  const handleBody = async (request: LoggedRequest, stream: Readable, started: number): Promise<HttpResponse> => {
    const hold = openHold(request)
    const response = await handleKnownBody(request, stream, { limit: maxBodyBytes, hold }, started)
      .catch(error => give(request, failed({ status: 400 }, error, request.query), started))
      .finally(() => hold.release())
    return stream.readableEnded || (await skipRest(stream)) ? response : closingResponse(response, stream)
  }

  return ({ head, params, incoming }: Exchange) => {
    const started = performance.now()
    const recalled = parts.dispatcher.findCached(position, head)
    if (recalled) return give(head, recalled, started)
    const request: LoggedRequest = { ...head, params, query: parseQuery(head.url), body: { kind: 'none' } }
    return hasBody && !isBodiless(head.headers) ? handleBody(request, incoming, started) : handle(request, started)
  }
}
