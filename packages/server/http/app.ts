import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorReply } from '../api/errorReply.ts'
import { badRequest } from '../errors/ApiError.ts'
import { replyAnswer } from './answers/replyAnswer.ts'
import { sendAnswer } from './answers/sendAnswer.ts'
import { answerEndpoint } from './endpoints/answerEndpoint.ts'
import { answerRealtime } from './endpoints/answerRealtime.ts'
import type { HttpParts } from './HttpParts.ts'
import { answerPages } from './pages/answerPages.ts'
import type { Handler } from './requests/Exchange.ts'
import { Router } from './requests/Router.ts'
import { type RequestHead, requestHead } from './requests/requestHead.ts'
import { requestEntry } from './requests/requestLog.ts'
import { routedPath } from './requests/requestTarget.ts'

/** Answers one request on its connection; a promise, where it takes more than this turn, settles once the answer is known. */
export type HttpApp = (incoming: IncomingMessage, outgoing: ServerResponse) => void | Promise<void>

const realtime = { method: 'GET', path: '/realtime' } as const

/** The whole server as a function of requests. */
export const createHttpApp = (parts: HttpParts): HttpApp => {
  const { routes } = parts.dispatcher
  const pages = answerPages(parts)
  const router = new Router<Handler>([...routes, realtime], position => {
    const endpoint = routes[position]
    return endpoint ? answerEndpoint(parts, position, endpoint) : answerRealtime(parts)
  })

  const fail = (head: RequestHead, outgoing: ServerResponse, error: unknown): void | Promise<void> => {
    const reply = errorReply(error)
    parts.logs.write(requestEntry(head, reply, 0))
    const answer = replyAnswer(parts, head, reply)
    return answer instanceof Promise ? answer.then(made => sendAnswer(outgoing, made)) : sendAnswer(outgoing, answer)
  }

  return (incoming, outgoing) => {
    const head = requestHead(incoming)
    try {
      if (!head.url.startsWith('/')) throw badRequest('A request asks for a path, which begins with a slash.')
      const route = router.find(head.method, routedPath(head.url))
      const answer = (route?.target ?? pages)({ head, params: route?.params ?? {}, incoming, outgoing })
      if (!(answer instanceof Promise)) return answer && sendAnswer(outgoing, answer)
      return answer.then(
        made => made && sendAnswer(outgoing, made),
        error => fail(head, outgoing, error),
      )
    } catch (error) {
      return fail(head, outgoing, error)
    }
  }
}
