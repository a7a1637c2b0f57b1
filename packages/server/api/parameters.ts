import { parseBoolean } from '@coffer/fields'
import { Rejection } from '../errors/Rejection.ts'
import type { ApiRequest } from '../messages/ApiRequest.ts'

/** Returns the first value of a query parameter; undefined if it is absent or empty. */
export function parameter({ query }: Pick<ApiRequest, 'query'>, name: string): string | undefined {
  return query.find(([key]) => key === name)?.[1] || undefined
}

/** The query parameters of lists, which `readPaging`, a filter and a sort read. */
export const listParameters = ['page', 'perPage', 'skipTotal', 'filter', 'sort'] as const

/** The requested page of a list. */
export interface Paging {
  page: number
  perPage: number
  skipTotal: boolean
}

const defaultPerPage = 30
/** Maximum number of items on a page, in each dialect. */
const maxPerPage = 500
const maxPerPageToday = 1000

const int64 = 2n ** 63n

function wholeNumber(text: string | undefined): number {
  if (text === undefined) return 0
  if (!/^[+-]?\d+$/.test(text)) throw new Rejection('invalid')
  const value = BigInt(text)
  if (value < -int64 || value >= int64) throw new Rejection('invalid')
  return Number(value)
}

function flag(text: string | undefined): boolean {
  if (text === undefined) return false
  const read = parseBoolean(text)
  if (read === undefined) throw new Rejection('invalid')
  return read
}

/**
 * Parses `page`, `perPage` and `skipTotal`. Values below 1 mean the first page and 30 items. The maximum is 500 items, or 1,000 in
 * today's dialect.
 * @throws Rejection for a value that is not a boolean or a 64-bit integer
 */
export function readPaging(request: ApiRequest): Paging {
  const page = wholeNumber(parameter(request, 'page'))
  const perPage = wholeNumber(parameter(request, 'perPage'))
  return {
    page: page > 0 ? page : 1,
    perPage: perPage > 0 ? Math.min(perPage, request.dialect === 'today' ? maxPerPageToday : maxPerPage) : defaultPerPage,
    skipTotal: flag(parameter(request, 'skipTotal')),
  }
}

/** Returns the number of records before a page, limited to the maximum size of a table. */
export function offsetOf({ page, perPage }: Paging): number {
  return Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)
}
