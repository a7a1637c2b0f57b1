import { Readable } from 'node:stream'
import { errorReply } from '../../api/errorReplies.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import type { FoundScript, RegisteredRoute, ServedResponse } from '../../pbHooks/messages.ts'
import type { ScriptHost } from '../../pbHooks/ScriptHost.ts'
import { decodePath } from '../../runtime/decodePath.ts'
import { bodyResource } from '../bodies/readBody.ts'
import { afterRest } from '../bodies/unreadBody.ts'
import type { Incoming, Outgoing } from '../connections/httpMessages.ts'
import type { HttpParts } from '../HttpParts.ts'
import type { Handler } from '../requests/requestHead.ts'
import { countResponse, recordWith, respondWith } from './handleScripts.ts'
import { readScriptBody, scriptRequestOf } from './readScriptRequest.ts'
import { headersOf } from './scriptReplies.ts'

/** The target of a request: the handler of the server, and the route of scripts if there is one. */
export interface Target {
  head: RequestHead
  handle: Handler
  script?: Omit<FoundScript, 'body'>
}

/** Returns a head with the path that middlewares have left. If they have not changed it, it stays as the client has encoded it. */
function withPath(head: RequestHead, path: string): RequestHead {
  const [known = '', ...query] = head.url.split('?')
  if (path === decodePath(known)) return head
  const encoded = encodeURI(path.toWellFormed()).replaceAll('?', '%3F').replaceAll('#', '%23')
  return { ...head, url: [encoded, ...query].join('?') }
}

/** Returns the error that middlewares catch for a response of the server; undefined if the response is no error. */
function errorOf({ status, headers, body }: HttpResponse): ServedResponse['error'] {
  if (status < 400) return undefined
  const isJson = headers['Content-Type']?.startsWith('application/json') && !headers['Content-Encoding']
  if (!isJson || body === undefined || body instanceof Readable) return { message: '', data: {} }
  const { message = '', data = {} } = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'))
  return { message, data }
}

function discard({ body, memory }: HttpResponse): void {
  if (body instanceof Readable) body.destroy()
  memory?.release()
}

/**
 * Returns a handler that runs the middlewares of scripts around every request.
 * @param targetOf finds the target of a request without middlewares
 */
export function handleAround(parts: HttpParts, scripts: ScriptHost, targetOf: (head: RequestHead) => Target) {
  const { policy } = parts
  const { clients, hookTurns } = parts.limits
  const respond = respondWith(parts)
  const record = recordWith(parts)

  return async (head: RequestHead, incoming: Incoming, outgoing: Outgoing): Promise<HttpResponse | undefined> => {
    const started = performance.now()
    const client = clients.clientOf(head)
    const hold = clients.hold('routeRequests', client)
    const memory = clients.open(bodyResource(head.headers), client)
    let served: HttpResponse | undefined
    let isServed = false
    let route: RegisteredRoute | undefined
    /** The error of reading the body. Middlewares cannot change the response to it. */
    let unreadable: unknown
    const find = async (path: string): Promise<FoundScript | null> => {
      const { script } = targetOf(withPath(head, path))
      if (!script) return null
      route = script.route
      try {
        return { ...script, ...(await readScriptBody(head, incoming, memory)) }
      } catch (error) {
        unreadable = error
        throw error
      }
    }
    const serve = async (path: string): Promise<ServedResponse> => {
      if (isServed) throw new Error('A middleware can call next() once.')
      isServed = true
      const target = targetOf(withPath(head, path))
      served = await target.handle(target.head, incoming, outgoing)
      const error = served && errorOf(served)
      return { status: served?.status ?? 200, ...(error && { error }) }
    }
    try {
      const request = scriptRequestOf(policy, head)
      const outcome = await scripts.call({ kind: 'around', request }, { find, serve }, () => hookTurns.enter(head))
      if (unreadable !== undefined) {
        if (route) countResponse(parts, head, route, errorReply(unreadable, head).status, performance.now() - started)
        throw unreadable
      }
      if (isServed && (outcome.response.isPassed || outcome.isServed))
        return served && { ...served, headers: { ...served.headers, ...headersOf(outcome.response.headers) } }
      if (served) discard(served)
      const response = await respond(head, outcome)
      if (route) record(head, route, outcome, response.status, performance.now() - started)
      return isServed ? response : await afterRest(incoming, response)
    } finally {
      memory.release()
      hold.release()
    }
  }
}
