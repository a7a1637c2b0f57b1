import type { ServerHttp2Stream } from 'node:http2'
import { skipLongRest } from '../bodies/unreadBody.ts'
import { cancel, cancelResponse } from './cancelResponse.ts'
import { http1Limits } from './http1Limits.ts'
import type { Incoming } from './httpMessages.ts'

/** Milliseconds after which a response is canceled whose client reads nothing of what waits to be sent. */
const stallTimeoutMs = 30_000

/** Cancels a response that makes no progress. An event stream of which nothing waits stays open. */
function cancelStalled(stream: ServerHttp2Stream): void {
  stream.setTimeout(stallTimeoutMs, () => {
    if (stream.writableLength > 0) cancelResponse(stream)
  })
}

/** Destroys a body that the client cancels, which Node would end as if it were complete, and one that takes too long. */
function limitBody(incoming: Incoming, stream: ServerHttp2Stream): void {
  incoming.once('aborted', () => incoming.destroy())
  const timer = setTimeout(() => stream.close(cancel), http1Limits.requestTimeout).unref()
  incoming.once('end', () => clearTimeout(timer))
  stream.once('close', () => clearTimeout(timer))
  // What the client still sends after the response is discarded for a moment, then rejected.
  stream.once('finish', async () => {
    if (!(await skipLongRest(incoming))) stream.close()
  })
}

/** Prepares an HTTP/2 request to be handled like one over HTTP/1.1, with the same limits. */
export function adoptHttp2Request(incoming: Incoming, stream: ServerHttp2Stream): void {
  cancelStalled(stream)
  if (!stream.endAfterHeaders) limitBody(incoming, stream)
}
