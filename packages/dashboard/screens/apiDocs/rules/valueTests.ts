import { isEmptyValue, macroValue, type Operand } from '@coffer/schema'
import type { Literal, ValueTest } from './RuleNeeds.ts'

/** Returns the constant value of an operand; undefined for fields and other paths. */
export function literalOf(operand: Operand): Literal | undefined {
  if (isEmptyValue(operand)) return ''
  if (operand.kind === 'call') return undefined
  if (operand.kind !== 'identifier') return operand.value
  if (operand.name === 'true' || operand.name === 'false') return operand.name === 'true'
  return macroValue(operand.name, new Date())
}

/** Removes the wildcards of a search text. */
export function withoutWildcards(text: string): string {
  return text.replaceAll('%', '')
}

function compare(value: unknown, { operator, wanted }: ValueTest): boolean {
  const [left, right] = typeof wanted === 'number' ? [Number(value ?? 0), wanted] : [String(value ?? ''), String(wanted)]
  const contains = () =>
    String(left)
      .toLowerCase()
      .includes(withoutWildcards(String(right)).toLowerCase())
  switch (operator) {
    case '=':
      return left === right
    case '!=':
      return left !== right
    case '>':
      return left > right
    case '>=':
      return left >= right
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '~':
      return contains()
    case '!~':
      return !contains()
  }
}

/** Whether a value passes a test of a rule. */
export function passes(value: unknown, test: ValueTest): boolean {
  const values = Array.isArray(value) ? value : value === '' ? [] : [value]
  if (test.modifier === 'length') return compare(values.length, test)
  if (!Array.isArray(value) && test.modifier !== 'each') return compare(value, test)
  return test.any ? values.some(one => compare(one, test)) : values.every(one => compare(one, test))
}
