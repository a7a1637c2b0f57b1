import { Readable } from 'node:stream'
import { errorReply } from '../../api/errorReplies.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { Outbox } from '../../runtime/Outbox.ts'
import { enhanceYourCalm } from '../connections/cancelResponse.ts'
import { isCanceled, type Outgoing } from '../connections/httpMessages.ts'
import { errorResponse } from '../connections/rejectConnection.ts'
import type { HttpParts } from '../HttpParts.ts'
import { requestEntry } from '../requests/requestLog.ts'
import { countUnread, countUnsent } from './countUnread.ts'
import { sendResponse } from './sendResponse.ts'

type ResponseSender = (outgoing: Outgoing, head: RequestHead, response: HttpResponse) => void

/** Creates a function that sends responses. It sends those of an iteration of the event loop together, at its end. */
export function createResponseSender({ limits, monitoring }: Pick<HttpParts, 'limits' | 'monitoring'>): ResponseSender {
  const { clients } = limits
  const outbox = new Outbox<() => void>(sends => {
    for (const send of sends) send()
  })

  const sendNow: ResponseSender = (outgoing, head, response) => {
    const { body, memory } = response
    try {
      const isCounted = (outgoing.stream || body instanceof Readable) && !isCanceled(outgoing)
      sendResponse(outgoing, isCounted ? countUnread(clients, head, response) : response)
      if (!outgoing.stream && !isCounted && !memory) countUnsent(clients, head, outgoing)
    } catch (error) {
      // The log has the response already. Over HTTP/2, a client that reads none of its responses would not read an error, either.
      if (error instanceof Rejection) {
        if (outgoing.stream) outgoing.stream.close(enhanceYourCalm)
        else sendResponse(outgoing, errorResponse(error))
        return
      }
      monitoring.logs.write(requestEntry(head, errorReply(error), 0))
      // A response that Node rejects is a bug of the server: only its own connection is closed.
      outgoing.destroy()
    }
  }

  return (outgoing, head, response) => outbox.add(() => sendNow(outgoing, head, response))
}
