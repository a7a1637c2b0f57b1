import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import type { Incoming } from '../connections/httpMessages.ts'

/** Limits for discarding the rest of a body before the response, so that the connection can be reused. */
const reuseBounds = { bytes: 1024 * 1024, milliseconds: 500 }
/** Limits for discarding the rest of a body after the response. Closing the connection at once could lose the response. */
const lingerBounds = { bytes: 64 * 1024 * 1024, milliseconds: 2_000 }

/** Reads and discards the rest of a stream within the bounds. Resolves to whether the stream has ended or closed. */
const skip = (stream: Readable, bounds: typeof reuseBounds): Promise<boolean> =>
  new Promise(resolve => {
    if (stream.readableEnded || stream.destroyed) {
      resolve(true)
      return
    }
    let bytes = 0
    const stop = (isOver: boolean) => {
      clearTimeout(timer)
      stream.off('data', count).off('end', end).off('error', end).off('close', end).pause()
      resolve(isOver)
    }
    const end = () => stop(true)
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bounds.bytes) stop(false)
    }
    const timer = setTimeout(stop, bounds.milliseconds, false)
    stream.on('data', count).on('end', end).on('error', end).on('close', end).resume()
  })

/** Reads and discards the rest of a body. Resolves to false if it exceeds 1 MB or takes longer than 500 ms. */
export function skipRest(body: Readable): Promise<boolean> {
  return skip(body, reuseBounds)
}

/** Reads and discards what a client still sends after the response, within the bounds of `lingerBounds`. */
export function skipLongRest(stream: Readable): Promise<boolean> {
  return skip(stream, lingerBounds)
}

/**
 * Returns a response that closes the connection, for a client that is still sending its body. The client receives the complete
 * response at once; the connection stays open while the rest of the body is discarded.
 */
export async function closingResponse({ status, headers, body, memory }: HttpResponse, unread: Readable): Promise<HttpResponse> {
  const content = body instanceof Readable ? await buffer(body) : Buffer.from(body ?? '')
  const lingering = async function* () {
    yield content
    await skipLongRest(unread)
  }
  return {
    status,
    headers: { ...headers, Connection: 'close', 'Content-Length': `${content.length}` },
    body: Readable.from(lingering()),
    ...(memory && { memory }),
  }
}

/** Discards the rest of a body, and returns the response that can follow: it closes the connection if the client is still sending. */
export async function afterRest(incoming: Incoming, response: HttpResponse): Promise<HttpResponse> {
  if (incoming.readableEnded || (await skipRest(incoming))) return response
  // Over HTTP/2, only the request is closed after the response, not the connection.
  return incoming.stream ? response : closingResponse(response, incoming)
}
