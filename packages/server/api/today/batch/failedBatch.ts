import { FilterError } from '@coffer/schema'
import { isTemporary } from '../../../db/DatabaseError.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import { type JsonReply, jsonReply } from '../../../messages/ApiReply.ts'
import type { ApiRequest } from '../../../messages/ApiRequest.ts'
import { jsonOf } from '../../../messages/json.ts'
import { QueryError } from '../../../query/operands/QueryError.ts'
import { errorReply } from '../../errorReplies.ts'
import { ApiError } from '../../v022/ApiError.ts'

const known = [Rejection, ApiError, FilterError, QueryError]

/**
 * Returns the reply to a batch of which one request failed: the response that the request would have had on its own, by its index.
 * @throws the error if the request did not cause it, such as a busy database
 */
export function failedBatch(error: unknown, index: number, request: ApiRequest): JsonReply<unknown> {
  if (isTemporary(error) || !known.some(type => error instanceof type)) throw error
  const { json, failure } = errorReply(error, { ...request, dialect: 'today' })
  const response: unknown = JSON.parse(jsonOf(json))
  const failed = { code: 'batch_request_failed', message: 'Batch request failed.', response }
  const body = { data: { requests: { [index]: failed } }, message: 'Batch transaction failed.', status: 400 }
  return jsonReply<unknown>(body, { status: 400, ...(failure && { failure }) })
}
