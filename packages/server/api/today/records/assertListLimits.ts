import { type FilterNode, parseSort } from '@coffer/schema'
import { Rejection } from '../../../errors/Rejection.ts'
import { readFilter } from '../../../query/compile/readFilter.ts'

/** Limits of a client's filter and sort, as in PocketBase 0.39. */
const maxFilterLength = 3500
const maxComparisons = 200
const maxSorts = 8
const maxSortLength = 255

const countComparisons = (node: FilterNode): number =>
  node.kind === 'comparison' ? 1 : node.parts.reduce((sum, part) => sum + countComparisons(part), 0)

const tooMuch = (reason: string) => new Rejection('invalid', { reason, cause: reason })

/**
 * Asserts that the filter and the sort of a list do not exceed the limits of today's dialect.
 * @throws Rejection if they do, FilterError if their syntax is wrong
 */
export function assertListLimits(filter: string | undefined, sort: string | undefined): void {
  if (filter !== undefined && filter.length > maxFilterLength)
    throw tooMuch(`The filter is longer than ${maxFilterLength} characters. Split it over several requests.`)
  if (filter !== undefined && countComparisons(readFilter(filter)) > maxComparisons)
    throw tooMuch(`The filter has more than ${maxComparisons} comparisons. Split it over several requests.`)
  if (sort === undefined) return
  if (sort.split(',').some(part => part.length > maxSortLength))
    throw tooMuch(`A field of the sort is longer than ${maxSortLength} characters.`)
  if (parseSort(sort).length > maxSorts) throw tooMuch(`The sort has more than ${maxSorts} fields.`)
}
