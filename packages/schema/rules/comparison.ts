import type { FilterNode, Operand, Operator } from '../filter/tree.ts'

export type Comparison = Extract<FilterNode, { kind: 'comparison' }>

const flipped: Record<Operator, Operator | undefined> = {
  '=': '=',
  '!=': '!=',
  '>': '<',
  '>=': '<=',
  '<': '>',
  '<=': '>=',
  '~': undefined,
  '!~': undefined,
}

/** Identifiers that are values. */
export const constants = ['true', 'false', 'null']

export function isField(operand: Operand): operand is Extract<Operand, { kind: 'identifier' }> {
  return operand.kind === 'identifier' && !operand.name.startsWith('@') && !constants.includes(operand.name)
}

export function isEmptyValue(operand: Operand): boolean {
  return (operand.kind === 'text' && operand.value === '') || (operand.kind === 'identifier' && operand.name === 'null')
}

function weightOf(operand: Operand): number {
  if (operand.kind !== 'identifier') return 0
  if (operand.name.startsWith('@request.auth.')) return 3
  return operand.name.startsWith('@request.') ? 2 : Number(isField(operand))
}

/** Moves the subject to the left: the requester if present, otherwise the request, otherwise a field. */
export function moveSubjectLeft(comparison: Comparison): Comparison | undefined {
  const { left, right } = comparison
  if (weightOf(left) >= weightOf(right)) return comparison
  const operator = flipped[comparison.operator]
  return operator && { ...comparison, operator, left: right, right: left }
}

/** Whether a comparison searches a list of ids for the requester's, as in `members ~ @request.auth.id`. */
export function isAmong(comparison: Comparison): comparison is Comparison & { left: { name: string } } {
  return (
    isField(comparison.left) &&
    comparison.operator === '~' &&
    comparison.right.kind === 'identifier' &&
    comparison.right.name === '@request.auth.id'
  )
}
