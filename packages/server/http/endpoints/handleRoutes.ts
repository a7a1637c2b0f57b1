import type { OutgoingHttpHeaders } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { errorReply } from '../../api/errorReplies.ts'
import { maxRecordBytes } from '../../api/records/precheck.ts'
import { ApiError } from '../../api/v022/ApiError.ts'
import { CodeError, RouteTimeoutError } from '../../code/CodeError.ts'
import { routeCallHeader } from '../../code/process/messages.ts'
import type { RouteResponse } from '../../code/RouteChannel.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { ApiReply, JsonReply } from '../../messages/ApiReply.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { parseQuery } from '../../messages/parseQuery.ts'
import { clientAddress } from '../../runtime/clients/clientAddress.ts'
import { bodyTooLarge, startIdleTimer } from '../bodies/collectBytes.ts'
import { assertContentLength, hasBody } from '../bodies/readBody.ts'
import { afterRest } from '../bodies/unreadBody.ts'
import { type Incoming, isSecureRequest, type Outgoing } from '../connections/httpMessages.ts'
import type { HttpParts } from '../HttpParts.ts'
import { requestEntry } from '../requests/requestLog.ts'
import { commonHeaders } from '../responses/headers.ts'
import { toHttpResponse } from '../responses/toHttpResponse.ts'

/** Maximum bytes of the body of a request to a route, as of the bodies with records. */
const maxBodyBytes = maxRecordBytes

/** Headers of a connection, which HTTP/2 forbids and which do not concern a route. */
const connectionHeaders = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'te',
  'http2-settings',
]

/** Methods that routes can handle. The server itself responds to preflight requests. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Returns the headers of a client for a route. */
function requestHeaders(headers: RequestHead['headers'], hasBody: boolean): Record<string, string> {
  const dropped = [...connectionHeaders, routeCallHeader, 'host', ...(hasBody ? [] : ['content-length'])]
  const entries = Object.entries(headers).filter(([name]) => !dropped.includes(name) && !name.startsWith(':'))
  return Object.fromEntries(entries)
}

/** Returns the headers of a response. The route can replace the headers that all responses of the server have. */
function responseHeaders({ headers }: RouteResponse, common: Record<string, string>): Record<string, string | string[]> {
  const own = Object.entries(headers).filter(([name]) => !name.startsWith(':') && !connectionHeaders.includes(name))
  const known = Object.entries(common).filter(([name]) => headers[name.toLowerCase()] === undefined)
  return Object.fromEntries([...known, ...own]) as Record<string, string | string[]>
}

/** Passes a body on, up to the limit, and fails if the client sends nothing for a while. */
function limitBody(body: Readable, limit: number): Transform {
  let length = 0
  const idle = startIdleTimer(error => limited.destroy(error))
  const limited = new Transform({
    transform: (chunk: Buffer, _, done) => {
      idle.refresh()
      length += chunk.length
      if (length > limit) done(bodyTooLarge(limit))
      else done(null, chunk)
    },
  })
  limited.on('close', () => clearTimeout(idle))
  body.on('error', error => limited.destroy(error)).pipe(limited)
  return limited
}

/** Returns scheme and host as the client has requested them. */
function originOf({ headers, isSecure }: RequestHead): string {
  const { host = headers[':authority'] ?? 'localhost' } = headers
  const origin = `${isSecure ? 'https' : 'http'}://${host}`
  return URL.canParse(origin) ? origin : 'http://localhost'
}

/** Percent-encodes what is not ASCII, which a request target can contain once it is decoded. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant
const inAscii = (target: string): string => target.replace(/[^\x00-\x7f]+/gu, text => encodeURIComponent(text.toWellFormed()))

/** Bodies up to this number of bytes are sent at once. */
const maxWholeBytes = 64 * 1024

/** Sends the response of a route. If the client or the route breaks off, the other one is closed. */
async function send(outgoing: Outgoing, { status, stream, headers }: RouteResponse, sent: OutgoingHttpHeaders): Promise<void> {
  const target = outgoing.stream ?? outgoing
  try {
    // The body has arrived with the headers, so it is not waited for.
    const whole = Number(headers['content-length']) <= maxWholeBytes ? await buffer(stream) : undefined
    outgoing.writeHead(status, sent)
    if (whole) outgoing.end(whole)
    else await pipeline(stream, target)
  } catch {
    target.destroy()
  }
}

type Code = NonNullable<HttpParts['code']>
type RouteHandler = (
  mount: string,
  head: RequestHead,
  incoming: Incoming,
  outgoing: Outgoing,
) => Promise<HttpResponse | undefined>

/** Whether routes can handle the requests with a method. */
export function isRouteMethod(method: string): boolean {
  return methods.includes(method)
}

/** Handles the requests to routes, in the processes of hooks. */
export function handleRoutes({ code, clients, policy, logs, measures }: HttpParts & { code: Code }): RouteHandler {
  const ask = async (mount: string, head: RequestHead, incoming: Incoming): Promise<RouteResponse> => {
    const { method, headers, url } = head
    const { authorization } = headers
    assertContentLength(headers, maxBodyBytes)
    const user = authorization ? await code.identify(authorization) : { kind: 'guest' as const }
    const body = hasBody(head) ? limitBody(incoming, maxBodyBytes) : undefined
    const failed = Promise.withResolvers<never>()
    body?.on('error', failed.reject)
    const response = await Promise.race([
      failed.promise,
      code.request({
        method,
        target: inAscii(url),
        headers: requestHeaders(headers, body !== undefined),
        ...(body && { body }),
        mount,
        user,
        origin: originOf(head),
        ip: clientAddress(head, policy.isTrustedProxy),
        authorization,
      }),
    ])
    failed.promise.catch(() => undefined)
    if (response.error !== undefined) throw new CodeError(response.error)
    return response
  }

  const failure = (error: unknown, { url }: RequestHead): JsonReply => {
    if (error instanceof ApiError || error instanceof Rejection) return errorReply(error, { query: parseQuery(url) })
    const [status, message] =
      error instanceof RouteTimeoutError ? [504, 'The route did not respond in time.'] : [500, 'A route of the server failed.']
    return errorReply(new ApiError(status, message, {}, { cause: error }), { query: parseQuery(url) })
  }

  return async (mount, head, incoming, outgoing) => {
    const started = performance.now()
    const log = (reply: Pick<ApiReply, 'status' | 'failure'>): void => {
      const milliseconds = performance.now() - started
      measures.requests.countAdded(head.method, mount === '/' ? '/*' : `${mount}/*`, reply.status, milliseconds)
      logs.write(requestEntry(head, reply, milliseconds))
    }
    const hold = clients.open('routeRequests', clients.clientOf(head))
    try {
      hold.resize(1)
      const response = await ask(mount, head, incoming)
      log(response)
      await send(outgoing, response, responseHeaders(response, commonHeaders(head.headers.origin, policy.allowOrigin)))
      return undefined
    } catch (error) {
      const reply = failure(error, head)
      log(reply)
      return afterRest(incoming, await toHttpResponse(policy, head, reply))
    } finally {
      hold.release()
    }
  }
}
