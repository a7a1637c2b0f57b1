import type { FilterNode, Operand } from '@coffer/schema'

/** What the counts by the hour know of an entry. */
const known = ['level', 'data.auth']
const wholeHour = /^\d{4}-\d\d-\d\d \d\d:00:00\.000Z$/

const isKnown = (operand: Operand): boolean => operand.kind !== 'identifier' || known.includes(operand.name)

/** Whether a filter finds either all entries of an hour that are alike in level and requester or none, so that they need not be read. */
export const isHourly = (filter: FilterNode): boolean => {
  if (filter.kind !== 'comparison') return filter.parts.every(isHourly)
  const { left, operator, right } = filter
  const isBound = operator === '>=' || operator === '<'
  if (left.kind === 'identifier' && left.name === 'created')
    return isBound && right.kind === 'text' && wholeHour.test(right.value)
  return isKnown(left) && isKnown(right)
}
