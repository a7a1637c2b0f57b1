import { type FilterNode, leavesOf, type Operand } from '@coffer/schema'

/** A filter, or the value that it has for every record. */
export type Bound = FilterNode | boolean

type IsUnknown = (operand: Operand) => boolean

const requestParts = ['@request.data.', '@request.body.', '@request.query.', '@request.headers.']

/** Whether the value of an operand depends on the data, the query parameters or the headers that a client sends. */
export function isOfRequest(operand: Operand): boolean {
  return leavesOf(operand).some(leaf => leaf.kind === 'identifier' && requestParts.some(part => leaf.name.startsWith(part)))
}

/** Whether an operand is read from the stored records of a collection. */
export function isOfCollection(operand: Operand): boolean {
  return leavesOf(operand).some(leaf => leaf.kind === 'identifier' && leaf.name.startsWith('@collection.'))
}

const keywords = ['null', 'true', 'false']

/** Whether an operand is read from the record that the rule is about. */
export function isOfRecord(operand: Operand): boolean {
  return leavesOf(operand).some(
    leaf => leaf.kind === 'identifier' && !leaf.name.startsWith('@') && !keywords.includes(leaf.name.toLowerCase()),
  )
}

const isId = (operand: Operand): boolean => operand.kind === 'identifier' && operand.name === 'id'

const isEmpty = (operand: Operand): boolean =>
  (operand.kind === 'text' && operand.value === '') || (operand.kind === 'identifier' && operand.name.toLowerCase() === 'null')

/** Whether a comparison says that the record has an id, as each record of a table has, but not each row of a view. */
export function requiresOnlyId(filter: FilterNode): boolean {
  if (filter.kind !== 'comparison' || filter.operator !== '!=') return false
  return (isId(filter.left) && isEmpty(filter.right)) || (isEmpty(filter.left) && isId(filter.right))
}

/**
 * Replaces each comparison with an unknown operand by an assumed value. Filters have no negation: if the assumed value is true, the
 * result is met by at least the records that meet the filter, and if it is false, by no other records.
 * @param isMet whether every record meets a comparison
 */
export function assumeUnknown(
  filter: FilterNode,
  isUnknown: IsUnknown,
  assumed: boolean,
  isMet: (comparison: FilterNode) => boolean = () => false,
): Bound {
  if (isMet(filter)) return true
  if (filter.kind === 'comparison') return isUnknown(filter.left) || isUnknown(filter.right) ? assumed : filter
  // `true` decides an OR, and `false` an AND. The other value leaves the result to the other parts.
  const decisive = filter.kind === 'or'
  const parts = filter.parts.map(part => assumeUnknown(part, isUnknown, assumed, isMet))
  if (parts.includes(decisive)) return decisive
  const open = parts.filter(part => typeof part !== 'boolean')
  const [only, ...more] = open
  if (!only) return !decisive
  return more.length === 0 ? only : { ...filter, parts: open }
}
