import type { Readable } from 'node:stream'
import { formatBytes } from '@coffer/fields'
import { ApiError } from '../../api/v022/ApiError.ts'
import type { Hold } from '../../runtime/clients/Hold.ts'

/** Milliseconds without a byte after which reading a body fails. */
const idleTimeoutMs = 20_000

/** Returns the error for a body that is larger than its route or content type allows. */
export function bodyTooLarge(limit: number): ApiError {
  return new ApiError(413, `The request body is larger than ${formatBytes(limit)}. Send less at once.`)
}

/** Returns the error for a client that disconnects before its body is complete. */
export function clientGone(): Error {
  return new Error('The client disconnected before the body was complete.')
}

/** Starts a timer that reports a body when no part has arrived for 20 seconds. The caller refreshes it with each part. */
export function startIdleTimer(onIdle: (error: ApiError) => void): NodeJS.Timeout {
  return setTimeout(() => {
    onIdle(new ApiError(408, `No part of the request body arrived for ${idleTimeoutMs / 1000} seconds. Send it again.`))
  }, idleTimeoutMs).unref()
}

/**
 * Reads a stream into memory. Stops reading at the limit, so that the 413 response can be sent without receiving the rest.
 * @throws ApiError 413 above the limit, 408 when the body arrives too slowly, 429 or 503 when there is no memory for it
 * @throws Error when the client disconnects before the end
 */
export function collectBytes(stream: Readable, limit: number, hold: Hold): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const stop = () => {
      clearTimeout(idle)
      stream.off('data', take).off('end', end).off('close', close)
    }
    const end = () => {
      stop()
      hold.keep()
      resolve(Buffer.concat(chunks, length))
    }
    const fail = (error: unknown) => {
      stop()
      stream.pause()
      reject(error)
    }
    const take = (chunk: Buffer) => {
      idle.refresh()
      length += chunk.length
      try {
        if (length > limit) throw bodyTooLarge(limit)
        hold.resize(length)
        chunks.push(chunk)
      } catch (error) {
        fail(error)
      }
    }
    const close = () => {
      if (!stream.readableEnded) fail(clientGone())
    }
    hold.onDropped(fail)
    stream.on('data', take).on('end', end).on('error', fail).on('close', close)
    const idle = startIdleTimer(fail)
  })
}
