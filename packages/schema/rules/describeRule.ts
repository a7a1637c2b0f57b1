import type { Collection, Rule } from '../collections/Collection.ts'
import { describeComparison } from './describeComparison.ts'
import { joinAlternatives } from './joinAlternatives.ts'
import type { RuleClause } from './RuleClause.ts'
import { ruleAlternatives } from './ruleAlternatives.ts'

/** Maximum number of alternatives. A longer description would be harder to read than the rule. */
const mostClauses = 8
const mostAlternatives = 4

/**
 * Describes who satisfies a rule, for example "Signed-in users whose id equals `author`": names in backticks, no full stop.
 * Returns undefined if the rule is invalid or too complex; show its text instead. null is "Only admins", an empty rule
 * "Everyone". An empty manage rule means nobody, so do not call this for one.
 */
export const describeRule = (rule: Rule, collection: Collection): string | undefined => {
  if (rule === null) return 'Only admins'
  if (rule.trim() === '') return 'Everyone'
  const ways = ruleAlternatives(rule, mostAlternatives)
  if (ways === undefined || ways.flat().length > mostClauses) return undefined
  const described: RuleClause[][] = []
  for (const way of ways) {
    const clauses: RuleClause[] = []
    for (const comparison of way) {
      const clause = describeComparison(comparison, collection)
      if (clause === undefined) return undefined
      clauses.push(clause)
    }
    described.push(clauses)
  }
  return joinAlternatives(described)
}
