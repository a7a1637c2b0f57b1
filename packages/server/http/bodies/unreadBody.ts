import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { HttpResponse } from '../../messages/HttpResponse.ts'

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
export const skipRest = (body: Readable): Promise<boolean> => skip(body, reuseBounds)

/** Reads and discards what a client still sends after the response, within the bounds of `lingerBounds`. */
export const skipLongRest = (stream: Readable): Promise<boolean> => skip(stream, lingerBounds)

/**
 * Returns a response that closes the connection, for a client that is still sending its body. The client receives the complete
 * response at once; the connection stays open while the rest of the body is discarded.
 */
export const closingResponse = async ({ status, headers, body }: HttpResponse, unread: Readable): Promise<HttpResponse> => {
  const content = body instanceof Readable ? await buffer(body) : Buffer.from(body ?? '')
  const lingering = async function* () {
    yield content
    await skipLongRest(unread)
  }
  return {
    status,
    headers: { ...headers, Connection: 'close', 'Content-Length': `${content.length}` },
    body: Readable.from(lingering()),
  }
}
