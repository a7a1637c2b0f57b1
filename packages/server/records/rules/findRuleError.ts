import { type Collection, describeFilterError, FilterError, type FilterNode, type RuleError, type Span } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { Dialect } from '../../db/Dialect.ts'
import { compileQuery } from '../../query/compile/compileQuery.ts'
import { readFilter } from '../../query/compile/readFilter.ts'
import { QueryError } from '../../query/operands/QueryError.ts'
import { noRequest } from '../../query/operands/RequestValues.ts'

/** Describes the operand at a position: its side of the comparison and its name. */
function operandAt(node: FilterNode, { start }: Span): string | undefined {
  if (node.kind !== 'comparison') {
    const part = node.parts.find(({ span }) => span.start <= start && start < span.end)
    return part && operandAt(part, { start, end: start })
  }
  for (const side of ['left', 'right'] as const) {
    const operand = node[side]
    if (operand.kind === 'identifier' && operand.span.start === start) return `${side} operand "${operand.name}"`
  }
  return undefined
}

function queryReason(filter: FilterNode, { message, reason = message, span }: QueryError): string {
  const operand = operandAt(filter, span)
  return operand === undefined ? reason : `invalid ${operand} - ${reason}`
}

/**
 * Returns the error of a rule, with its position; undefined if the rule is valid for the collection. Names behind `@request.` are
 * checked without a request, so unknown keys are valid.
 */
export function findRuleError(dialect: Dialect, rule: string, collection: Collection, catalog: Catalog): RuleError | undefined {
  let filter: FilterNode | undefined
  try {
    filter = readFilter(rule)
    compileQuery(dialect, { collection, catalog, request: noRequest, conditions: [{ filter, allowHidden: true }] })
    return undefined
  } catch (error) {
    if (error instanceof FilterError) return describeFilterError(rule, error)
    if (filter && error instanceof QueryError) return { reason: queryReason(filter, error), position: error.span }
    throw error
  }
}
