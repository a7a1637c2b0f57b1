import { type Issue, sentence } from '@coffer/fields'
import { type Issues, isIssue } from '@coffer/schema'
import { traceOf } from '../../errors/inspectError.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { Failure } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { ApiError, badRequest } from './ApiError.ts'
import { findDatabaseError } from './databaseError.ts'
import { rejectionError } from './rejections.ts'

/** Sorts issues alphabetically and converts each with `shown`. */
export function mapIssues(issues: Issues, shown: (issue: Issue) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(issues)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([field, part]) => [field, isIssue(part) ? shown(part) : mapIssues(part, shown)]),
  )
}

/** Whether a request asks for error details that the 0.22 protocol does not have. */
export function asksWhy(query: ApiRequest['query']): boolean {
  return query.some(([name]) => name === 'explain')
}

const issueJson = ({ code, message, explanation = message, position }: Issue, isExplained: boolean) => ({
  code,
  message: sentence(isExplained ? explanation : message),
  ...(isExplained && position ? { position } : {}),
})

export function failureOf(error: ApiError): Failure {
  const message = sentence(error.message)
  if (Object.keys(error.data).length > 0) return { message, details: mapIssues(error.data, issue => issue.message) }
  const reason = error.cause ?? error.reason
  const details = reason === undefined ? null : traceOf(reason)
  return { message, details, ...(error.isWarning ? { isWarning: true } : {}) }
}

/** Returns the error that becomes the response: errors other than rejections and errors of the API are only shown in the log. */
export function knownError(error: unknown): ApiError {
  const ofDatabase = findDatabaseError(error)
  if (ofDatabase) return ofDatabase
  if (error instanceof ApiError) return error
  return error instanceof Rejection ? rejectionError(error) : badRequest(undefined, undefined, error)
}

/** Returns the envelope of 0.22 for an error, and the position and the reason if the request asks for them. */
export function envelopeOf(known: ApiError, isExplained: boolean): Record<string, unknown> {
  return {
    code: known.status,
    message: sentence(known.message),
    data: mapIssues(known.data, issue => issueJson(issue, isExplained)),
    ...(isExplained && known.reason !== undefined ? { reason: known.reason } : {}),
  }
}
