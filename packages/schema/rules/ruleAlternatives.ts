import { parseFilter } from '../filter/parseFilter.ts'
import type { FilterNode } from '../filter/tree.ts'
import type { Comparison } from './comparison.ts'

function alternativesOf(node: FilterNode, limit: number): Comparison[][] {
  if (node.kind === 'comparison') return [[node]]
  const parts = node.parts.map(part => alternativesOf(part, limit))
  if (node.kind === 'or') return parts.flat()
  let alternatives: Comparison[][] = [[]]
  for (const part of parts) {
    alternatives = alternatives.flatMap(alternative => part.map(further => [...alternative, ...further]))
    if (alternatives.length > limit) break
  }
  return alternatives
}

/**
 * Returns the disjunctive normal form of a rule: alternatives, each a list of comparisons that must all hold. Undefined if the rule
 * has a syntax error or more alternatives than the limit.
 */
export function ruleAlternatives(rule: string, limit: number): Comparison[][] | undefined {
  try {
    const alternatives = alternativesOf(parseFilter(rule), limit)
    return alternatives.length > limit ? undefined : alternatives
  } catch {
    return undefined
  }
}
