import { type JsonReply, jsonReply } from '../messages/ApiReply.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import { jsonText } from '../messages/json.ts'
import { todayEnvelope, todayError } from './today/errors.ts'
import { ApiError, badRequest } from './v022/ApiError.ts'
import { asksWhy, envelopeOf, failureOf, knownError } from './v022/errors.ts'

/** What an error response depends on, beside the error. */
export type Speaker = Partial<Pick<ApiRequest, 'query' | 'dialect' | 'method' | 'url'>>

/**
 * Returns the error response of a failed request in the dialect of the request. For an error other than a `Rejection` or an
 * `ApiError` the client gets only status 400, and the log gets the details.
 */
export function errorReply(error: unknown, { query = [], dialect, ...request }: Speaker = {}): JsonReply {
  const known = dialect === 'today' ? todayError(error, request) : knownError(error)
  const isExplained = asksWhy(query)
  const envelope = dialect === 'today' ? todayEnvelope(known) : envelopeOf(known, isExplained)
  const { status, retryAfterSeconds } = known
  return jsonReply(jsonText(envelope, dialect !== 'today' && query.some(([name]) => name === 'pretty')), {
    status,
    failure: failureOf(known),
    ...(retryAfterSeconds === undefined ? {} : { headers: { 'Retry-After': `${retryAfterSeconds}` } }),
  })
}

/** The response if no thread is free, or if the thread of a read has ended: the client can retry. */
export function busyReply(cause: unknown, speaker?: Speaker): JsonReply {
  return {
    ...errorReply(new ApiError(503, 'The server is busy. Please try again in a moment.', {}, { cause }), speaker),
    headers: { 'Retry-After': '1' },
  }
}

/** The response if the writer has ended before it responded: a client that repeats the request could make the change twice. */
export function unansweredReply(cause: unknown, speaker?: Speaker): JsonReply {
  return errorReply(
    new ApiError(
      503,
      'The server failed before it could respond. This change may or may not have been made: check before you try again.',
      {},
      { cause },
    ),
    speaker,
  )
}

/** The response if a code that another server accepts only once may be spent: the client cannot repeat the request. */
export function spentReply(cause: unknown, speaker?: Speaker): JsonReply {
  return errorReply(
    new ApiError(
      503,
      'The server could not complete the sign-in, and its code may be spent. Please sign in again.',
      {},
      { cause },
    ),
    speaker,
  )
}

/** The response after too many failed attempts. */
export function tooManyReply(seconds: number, speaker: Speaker): JsonReply {
  return {
    ...errorReply(new ApiError(429, 'Too many failed attempts. Please try again later.'), speaker),
    headers: { 'Retry-After': `${seconds}` },
  }
}

/** The response to a read that exceeded its time limit. */
export function tooSlowReply(cause: unknown, speaker?: Speaker): JsonReply {
  return errorReply(badRequest(undefined, undefined, cause), speaker)
}

/** The response to a committed change if no thread is free to serialize its result. */
export function unseenReply(cause: unknown, speaker?: Speaker): JsonReply {
  return errorReply(
    new ApiError(
      503,
      'The change was saved, but the server is too busy to respond. Load the record again, or sign in again.',
      {},
      { cause },
    ),
    speaker,
  )
}
