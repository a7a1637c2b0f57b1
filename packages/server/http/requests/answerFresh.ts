import { Readable } from 'node:stream'
import type { RequestHead } from '../../messages/ApiRequest.ts'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import { type Freshness, LaggingError } from '../../threads/nodes/Freshness.ts'

/** Releases what a response holds that is not sent. */
function drop({ body, memory }: HttpResponse): void {
  if (body instanceof Readable) body.destroy()
  memory?.release()
}

/**
 * Answers a request on a node by what was committed on any node before it arrived. An answer is dropped if the lease of the node has
 * lapsed since, as while the process was suspended: it does not know whether rules have been tightened.
 */
export async function answerFresh(
  freshness: Freshness,
  { method }: RequestHead,
  answer: () => HttpResponse | undefined | Promise<HttpResponse | undefined>,
): Promise<HttpResponse | undefined> {
  const epoch = await freshness.reached()
  const response = await answer()
  if (!response || freshness.isCurrent(epoch)) return response
  drop(response)
  const isRead = method === 'GET' || method === 'HEAD'
  throw new LaggingError({
    message: `This node was cut off from the others while it answered. ${isRead ? 'Please try again.' : 'The change may or may not have been made.'}`,
    ...(isRead && { retryAfterSeconds: 1 }),
  })
}
