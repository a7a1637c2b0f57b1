import type { FilterNode, Operand } from '@coffer/schema'

/** The fields by which the hourly counts are grouped. */
const countedFields = ['level', 'data.auth']
const wholeHour = /^\d{4}-\d\d-\d\d \d\d:00:00\.000Z$/

const isCounted = (operand: Operand): boolean => operand.kind !== 'identifier' || countedFields.includes(operand.name)

/** Whether the hourly counts can answer a filter. It must match all entries with the same hour, level and requester, or none. */
export const isHourly = (filter: FilterNode): boolean => {
  if (filter.kind !== 'comparison') return filter.parts.every(isHourly)
  const { left, operator, right } = filter
  const isBound = operator === '>=' || operator === '<'
  if (left.kind === 'identifier' && left.name === 'created')
    return isBound && right.kind === 'text' && wholeHour.test(right.value)
  return isCounted(left) && isCounted(right)
}
