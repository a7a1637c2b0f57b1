import { type Issue, sentence } from '@coffer/fields'
import { type Issues, isIssue } from '@coffer/schema'
import { ApiError, badRequest } from '../errors/ApiError.ts'
import { traceOf } from '../errors/inspectError.ts'
import { type Failure, type JsonReply, jsonReply } from '../messages/ApiReply.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import { jsonText } from '../messages/json.ts'
import { findDatabaseError } from './databaseError.ts'

/** Sorts issues alphabetically and converts each with `shown`. */
const mapIssues = (issues: Issues, shown: (issue: Issue) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(issues)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([field, part]) => [field, isIssue(part) ? shown(part) : mapIssues(part, shown)]),
  )

/** Whether a request asks for error details that the 0.22 protocol does not have. */
export const asksWhy = (query: ApiRequest['query']): boolean => query.some(([name]) => name === 'explain')

const issueJson = ({ code, message, explanation = message, position }: Issue, isExplained: boolean) => ({
  code,
  message: sentence(isExplained ? explanation : message),
  ...(isExplained && position ? { position } : {}),
})

const failureOf = (error: ApiError): Failure => {
  const message = sentence(error.message)
  if (Object.keys(error.data).length > 0) return { message, details: mapIssues(error.data, issue => issue.message) }
  const reason = error.cause ?? error.reason
  const details = reason === undefined ? null : traceOf(reason)
  return { message, details, ...(error.isWarning ? { isWarning: true } : {}) }
}

/**
 * Returns the error response of a failed request. An `ApiError` contains its response. For any other error the client gets only
 * status 400, and the log gets the details.
 */
export const errorReply = (error: unknown, query: ApiRequest['query'] = []): JsonReply => {
  const known = findDatabaseError(error) ?? (error instanceof ApiError ? error : badRequest(undefined, undefined, error))
  const isExplained = asksWhy(query)
  const envelope = {
    code: known.status,
    message: sentence(known.message),
    data: mapIssues(known.data, issue => issueJson(issue, isExplained)),
    ...(isExplained && known.reason !== undefined ? { reason: known.reason } : {}),
  }
  const isPretty = query.some(([name]) => name === 'pretty')
  return jsonReply(jsonText(envelope, isPretty), { status: known.status, failure: failureOf(known) })
}

/** The response if no thread is free, or if the thread was lost: the client can retry. */
export const busyReply = (cause: unknown): JsonReply => ({
  ...errorReply(new ApiError(503, 'The server is busy. Please try again in a moment.', {}, { cause })),
  headers: { 'Retry-After': '1' },
})

/** The response after too many failed attempts. */
export const tooManyReply = (seconds: number, query: ApiRequest['query']): JsonReply => ({
  ...errorReply(new ApiError(429, 'Too many failed attempts. Please try again later.'), query),
  headers: { 'Retry-After': `${seconds}` },
})

/** The response to a read that exceeded its time limit. */
export const tooSlowReply = (cause: unknown): JsonReply => errorReply(badRequest(undefined, undefined, cause))

/** The response to a committed change if no thread is free to serialize its result. */
export const unseenReply = (cause: unknown): JsonReply =>
  errorReply(
    new ApiError(
      503,
      'The change was saved, but the server is too busy to return the record. Please load it again.',
      {},
      { cause },
    ),
  )
