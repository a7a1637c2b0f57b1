import { type Collection, FilterError, type FilterNode, filterFault, type RuleFault, type Span } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { compileQuery } from '../query/compile/compileQuery.ts'
import { readFilter } from '../query/compile/readFilter.ts'
import { QueryError } from '../query/operands/QueryError.ts'
import { noRequest } from '../query/operands/RequestValues.ts'

/** The operand that stands at a place, and its side of the comparison. */
const operandAt = (node: FilterNode, { start }: Span): string | undefined => {
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

const queryReason = (filter: FilterNode, { message, reason = message, span }: QueryError): string => {
  const operand = operandAt(filter, span)
  return operand === undefined ? reason : `invalid ${operand} - ${reason}`
}

/** Why a rule cannot be asked of a collection; undefined when it can. What rules ask of a request is not known before there is one. */
export const findRuleFault = (rule: string, collection: Collection, catalog: Catalog): RuleFault | undefined => {
  let filter: FilterNode | undefined
  try {
    filter = readFilter(rule)
    compileQuery({ collection, catalog, request: noRequest, conditions: [{ filter, allowHidden: true }] })
    return undefined
  } catch (error) {
    if (error instanceof FilterError) return filterFault(rule, error)
    if (filter && error instanceof QueryError) return { reason: queryReason(filter, error), position: error.span }
    throw error
  }
}
