import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { HttpAnswer } from '../../messages/HttpAnswer.ts'

/** What is read of a rest for the sake of the connection, which can then be used again. */
const shortRest = { bytes: 1024 * 1024, milliseconds: 500 }
/** What is read behind an answer: a client that still sends would lose the answer if the connection were closed at once. */
const longRest = { bytes: 64 * 1024 * 1024, milliseconds: 2_000 }

/** Reads on and forgets, as far as the bounds allow. Whether the end was reached; a client that went away counts as one. */
const skip = (stream: Readable, bounds: typeof shortRest): Promise<boolean> =>
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

/** Reads what is left of a body that nobody wants. False when there is too much of it, or it comes too slowly. */
export const skipRest = (body: Readable): Promise<boolean> => skip(body, shortRest)

/** Reads and discards what a client still sends after its response, within the bounds of `longRest`. */
export const skipLongRest = (stream: Readable): Promise<boolean> => skip(stream, longRest)

/**
 * The same answer for a connection on which a body is still being sent: it tells the client to use another one, and is complete
 * at once, but the connection stays open a while.
 */
export const closingAnswer = async ({ status, headers, body }: HttpAnswer, unread: Readable): Promise<HttpAnswer> => {
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
