import type { Collection, Rule } from '../collections/Collection.ts'
import { parseFilter } from '../filter/parseFilter.ts'
import type { FilterNode } from '../filter/tree.ts'
import { describeComparison } from './describeComparison.ts'
import { joinAlternatives } from './joinAlternatives.ts'
import type { RuleClause } from './RuleClause.ts'

/** Maximum number of alternatives. A longer description would be harder to read than the rule. */
const mostClauses = 8
const mostAlternatives = 4

/** Returns the disjunctive normal form of a filter: alternatives, each a list of comparisons that must all hold. */
const alternativesOf = (node: FilterNode): FilterNode[][] => {
  if (node.kind === 'comparison') return [[node]]
  const parts = node.parts.map(alternativesOf)
  if (node.kind === 'or') return parts.flat()
  let ways: FilterNode[][] = [[]]
  for (const part of parts) {
    ways = ways.flatMap(way => part.map(further => [...way, ...further]))
    if (ways.length > mostAlternatives) break
  }
  return ways
}

const readRule = (rule: string): FilterNode | undefined => {
  try {
    return parseFilter(rule)
  } catch {
    return undefined
  }
}

/**
 * Describes who satisfies a rule, for example "Signed-in users whose id equals `author`": names in backticks, no full stop.
 * Returns undefined if the rule is invalid or too complex; show its text instead. null is "Only admins", an empty rule
 * "Everyone". An empty manage rule means nobody, so do not call this for one.
 */
export const describeRule = (rule: Rule, collection: Collection): string | undefined => {
  if (rule === null) return 'Only admins'
  if (rule.trim() === '') return 'Everyone'
  const node = readRule(rule)
  if (node === undefined) return undefined
  const ways = alternativesOf(node)
  if (ways.length > mostAlternatives || ways.flat().length > mostClauses) return undefined
  const described: RuleClause[][] = []
  for (const way of ways) {
    const clauses: RuleClause[] = []
    for (const comparison of way) {
      const clause = comparison.kind === 'comparison' ? describeComparison(comparison, collection) : undefined
      if (clause === undefined) return undefined
      clauses.push(clause)
    }
    described.push(clauses)
  }
  return joinAlternatives(described)
}
