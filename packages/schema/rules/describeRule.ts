import type { Collection, Rule } from '../collections/Collection.ts'
import { describeComparison } from './describeComparison.ts'
import { joinAlternatives } from './joinAlternatives.ts'
import type { RuleClause } from './RuleClause.ts'
import { ruleAlternatives } from './ruleAlternatives.ts'

/** Maximum number of alternatives. A longer description would be harder to read than the rule. */
const maxClauses = 8
const maxAlternatives = 4

/**
 * Describes who satisfies a rule, for example "Signed-in users whose id equals `author`": names in backticks, no full stop.
 * Returns undefined if the rule is invalid or too complex; show its text instead. null is "Only admins", an empty rule
 * "Everyone". An empty manage rule means nobody, so do not call this for one.
 */
export function describeRule(rule: Rule, collection: Collection): string | undefined {
  if (rule === null) return 'Only admins'
  if (rule.trim() === '') return 'Everyone'
  const alternatives = ruleAlternatives(rule, maxAlternatives)
  if (alternatives === undefined || alternatives.flat().length > maxClauses) return undefined
  const described: RuleClause[][] = []
  for (const comparisons of alternatives) {
    const clauses: RuleClause[] = []
    for (const comparison of comparisons) {
      const clause = describeComparison(comparison, collection)
      if (clause === undefined) return undefined
      clauses.push(clause)
    }
    described.push(clauses)
  }
  return joinAlternatives(described)
}
