import { abilitiesOf } from '@coffer/fields/abilities'
import { FilterError } from '../filter/FilterError.ts'
import { macroNames } from '../filter/macros.ts'
import { parseFilter } from '../filter/parseFilter.ts'
import type { FilterNode, Operand } from '../filter/tree.ts'
import { closest } from './closest.ts'
import type { FilterSubject } from './FilterSubject.ts'
import type { PathName, Place } from './Place.ts'
import { rootPlace } from './rootPlace.ts'

/** Maximum number of relations that the server follows in one path. */
const steps = 6
const modifiers = ['each', 'length', 'isset']
const words = /^(?:true|false|null)$/i

/** An error in the text between two UTF-16 offsets. */
export interface FilterProblem {
  from: number
  to: number
  /** A sentence that suggests a fix where possible. */
  message: string
  /** Whether typing on at the end of the text could still resolve the error. */
  isUnfinished: boolean
}

type Identifier = Extract<Operand, { kind: 'identifier' }>

const identifiersOf = (node: FilterNode): Identifier[] => {
  if (node.kind !== 'comparison') return node.parts.flatMap(identifiersOf)
  return [node.left, node.right].filter(operand => operand.kind === 'identifier')
}

const guess = (name: string, place: Place) => {
  const known = closest(
    name,
    place.names().map(candidate => candidate.name),
  )
  return known === undefined ? '' : ` Did you mean "${known}"?`
}

const unknownName = (name: string, place: Place, root: Place): string => {
  if (place !== root) return `There is no "${name}" in ${place.title}.${guess(name, place)}`
  const reason = name.startsWith('@') ? `Unknown name "${name}".` : `"${name}" is not a field in this collection.`
  return `${reason}${guess(name, root)}`
}

const deadEnd = ({ name, field }: PathName): string =>
  field && abilitiesOf(field).refersTo
    ? `A path can follow at most ${steps} relations.`
    : `"${name}" is not a relation, so nothing can follow it.`

const modifierProblem = ({ field }: PathName, modifier: string): string | undefined => {
  if (!modifiers.includes(modifier)) return `":${modifier}" is not a modifier. Use :each, :length or :isset.`
  return field?.system ? `"${field.name}" does not support modifiers.` : undefined
}

/** Finds the first unknown name of a path, with the reason. */
const pathProblem = (identifier: Identifier, root: Place): FilterProblem | undefined => {
  let place = root
  let from = identifier.span.start
  const names = identifier.name.split('.')
  for (const [index, segment] of names.entries()) {
    const isLast = index === names.length - 1
    const [only = '', modifier] = segment.split(':')
    const name = isLast ? only : segment
    const problem = (message: string): FilterProblem => ({ from, to: from + segment.length, message, isUnfinished: false })
    const found = place.find(name)
    if (!found) return place.isOpen ? undefined : problem(unknownName(name, place, root))
    if (isLast) {
      const wrong = modifier === undefined ? undefined : modifierProblem(found, modifier)
      if (wrong) return problem(wrong)
      return found.field || place.isOpen ? undefined : problem(`"${name}" has no value of its own. Add a field name.`)
    }
    const next = found.next?.()
    if (!next) return problem(deadEnd(found))
    place = next
    from += segment.length + 1
  }
  return undefined
}

/** Returns the errors for which the server would reject a filter or rule, as far as the dashboard can tell. */
export const findFilterProblems = (text: string, subject: FilterSubject): FilterProblem[] => {
  try {
    const root = rootPlace(subject, steps, new Date(0))
    return identifiersOf(parseFilter(text)).flatMap(identifier => {
      const { name } = identifier
      const isKnown = words.test(name) || macroNames.includes(name) || isMaybeDate(name, subject)
      return isKnown ? [] : (pathProblem(identifier, root) ?? [])
    })
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    const { start, end } = error.span
    const isUnfinished = end >= text.trimEnd().length || text[start] === '('
    return [{ from: start, to: end, message: error.message, isUnfinished }]
  }
}

/** Only the server knows for certain whether a view has these columns. */
const isMaybeDate = (name: string, { collection }: FilterSubject) =>
  collection.type === 'view' && (name === 'created' || name === 'updated')
