import type { Readable } from 'node:stream'
import { formatBytes } from '@coffer/fields'
import { ApiError } from '../../errors/ApiError.ts'
import type { BodyHold } from './BodyBudget.ts'

/** Milliseconds without a byte after which a body is given up. */
const idleTimeoutMs = 20_000

/** The error for a body that is larger than its route or kind allows. */
export const bodyTooLarge = (limit: number): ApiError =>
  new ApiError(413, `The request body may have ${formatBytes(limit)}. Send less at once.`)

/** The error for a client that disconnects in the middle of its body. */
export const clientGone = (): Error => new Error('The client went away before the body was complete.')

/** Starts a timer that calls a function when nothing has arrived for a while. To be refreshed with each part of the body. */
export const startIdleTimer = (onIdle: (error: ApiError) => void): NodeJS.Timeout =>
  setTimeout(() => {
    onIdle(new ApiError(408, `No part of the request body arrived for ${idleTimeoutMs / 1000} seconds. Send it again.`))
  }, idleTimeoutMs).unref()

/**
 * Collects a stream. What comes after the limit stays unread: the response says so and closes the connection.
 * @throws ApiError 413 above the limit, 408 when the body arrives too slowly, 503 when there is no memory for it
 * @throws Error when the client disconnects in the middle
 */
export const collectBytes = (stream: Readable, limit: number, hold: BodyHold): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const stop = () => {
      clearTimeout(idle)
      stream.off('data', take).off('end', end).off('close', close)
    }
    const end = () => {
      stop()
      hold.complete()
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
    hold.onTaken(fail)
    stream.on('data', take).on('end', end).on('error', fail).on('close', close)
    const idle = startIdleTimer(fail)
  })
