import { type Collection, FilterError, type FilterNode, type Operand, printFilter, type Rule } from '@coffer/schema'
import { readFilter } from '../query/compile/readFilter.ts'
import { QueryError } from '../query/operands/QueryError.ts'
import { compileFor, type Evaluation } from './evaluateRule.ts'
import { guest } from './findPersona.ts'
import { assumeUnknown } from './ruleBounds.ts'

/** @throws QueryError for a name that does not exist, but not for one that is only hidden from some requesters */
function assertCompiles(evaluation: Evaluation, collection: Collection, filter: FilterNode): void {
  compileFor(evaluation, collection, guest, { method: 'GET' }, { conditions: [{ filter, allowHidden: true }] })
}

/** Returns why a rule cannot be evaluated, such as because it names a field that is not saved yet. */
export function findRuleError(evaluation: Evaluation, collection: Collection, rule: Rule): string | undefined {
  try {
    if (rule) assertCompiles(evaluation, collection, readFilter(rule))
    return undefined
  } catch (error) {
    if (error instanceof FilterError || error instanceof QueryError) return error.message
    throw error
  }
}

/**
 * Returns a rule without the comparisons with names that do not exist, as if they were met. Every record that meets the rule meets the
 * result. Returns null for invalid syntax, which cannot be saved.
 */
export function withoutUnsaved(evaluation: Evaluation, collection: Collection, rule: Rule): Rule {
  const isUnsaved = (operand: Operand): boolean => {
    const filter = { kind: 'comparison', left: operand, operator: '=', any: true, right: operand, span: operand.span } as const
    try {
      assertCompiles(evaluation, collection, filter)
      return false
    } catch (error) {
      if (error instanceof QueryError) return true
      throw error
    }
  }
  try {
    const bound = assumeUnknown(readFilter(rule ?? ''), isUnsaved, true)
    return typeof bound === 'boolean' ? '' : printFilter(bound)
  } catch (error) {
    if (error instanceof FilterError) return null
    throw error
  }
}
