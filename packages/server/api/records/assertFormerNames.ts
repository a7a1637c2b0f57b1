import { type Leaf, leavesOf, newerName, operandsOf, requestBodyName } from '@coffer/schema'
import { readFilter } from '../../query/compile/readFilter.ts'
import { QueryError } from '../../query/operands/QueryError.ts'

/**
 * Rejects names and functions that PocketBase 0.23 and later added to filters. Admins can use them, as in rules, except for
 * `@request.body`: a list has no body.
 * @throws QueryError at the name, FilterError if the syntax is wrong
 */
export function assertFormerNames(filter: string | undefined, isAdmin: boolean): void {
  if (filter === undefined || filter === '') return
  const isNewer = (leaf: Leaf) =>
    leaf.kind === 'identifier' && (requestBodyName.test(leaf.name) || (!isAdmin && newerName.test(leaf.name)))
  for (const operand of operandsOf(readFilter(filter))) {
    const found = operand.kind === 'call' && !isAdmin ? operand : leavesOf(operand).find(isNewer)
    if (!found) continue
    const { start, end } = found.span
    throw new QueryError(
      `"${filter.slice(start, end)}" is of PocketBase 0.23 and later. Send the request to an address that begins with /today.`,
      found.span,
    )
  }
}
