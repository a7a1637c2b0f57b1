import { parseFilter } from '../filter/parseFilter.ts'
import type { FilterNode } from '../filter/tree.ts'
import type { Comparison } from './comparison.ts'

const alternativesOf = (node: FilterNode, limit: number): Comparison[][] => {
  if (node.kind === 'comparison') return [[node]]
  const parts = node.parts.map(part => alternativesOf(part, limit))
  if (node.kind === 'or') return parts.flat()
  let ways: Comparison[][] = [[]]
  for (const part of parts) {
    ways = ways.flatMap(way => part.map(further => [...way, ...further]))
    if (ways.length > limit) break
  }
  return ways
}

/**
 * Returns the disjunctive normal form of a rule: alternatives, each a list of comparisons that must all hold. Undefined if the rule
 * has a syntax error or more alternatives than the limit.
 */
export const ruleAlternatives = (rule: string, limit: number): Comparison[][] | undefined => {
  try {
    const ways = alternativesOf(parseFilter(rule), limit)
    return ways.length > limit ? undefined : ways
  } catch {
    return undefined
  }
}
