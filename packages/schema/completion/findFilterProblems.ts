import { abilitiesOf } from '@coffer/fields/abilities'
import { FilterError } from '../filter/FilterError.ts'
import { macroNames } from '../filter/macros.ts'
import { parseFilter } from '../filter/parseFilter.ts'
import { type FilterNode, type Leaf, leavesOf, operandsOf } from '../filter/tree.ts'
import type { FilterSubject } from './FilterSubject.ts'
import { findClosest } from './findClosest.ts'
import { rootScope } from './rootScope.ts'
import type { PathName, Scope } from './Scope.ts'

/** Maximum number of relations that the server follows in one path. */
const maxRelations = 6
const modifiers = ['each', 'length', 'isset', 'lower', 'changed']
const words = /^(?:true|false|null)$/i

/** An error in the text between two UTF-16 offsets. */
export interface FilterProblem {
  from: number
  to: number
  /** A sentence that suggests a fix where possible. */
  message: string
  /** Whether more text at the end could resolve the error. */
  isUnfinished: boolean
}

type Identifier = Extract<Leaf, { kind: 'identifier' }>

function identifiersOf(node: FilterNode): Identifier[] {
  return operandsOf(node)
    .flatMap(leavesOf)
    .filter(leaf => leaf.kind === 'identifier')
}

function suggestName(name: string, scope: Scope) {
  const known = findClosest(
    name,
    scope.names().map(candidate => candidate.name),
  )
  return known === undefined ? '' : ` Did you mean "${known}"?`
}

function unknownName(name: string, scope: Scope, root: Scope): string {
  if (scope !== root) return `There is no "${name}" in ${scope.title}.${suggestName(name, scope)}`
  const reason = name.startsWith('@') ? `Unknown name "${name}".` : `"${name}" is not a field in this collection.`
  return `${reason}${suggestName(name, root)}`
}

const describeDeadEnd = ({ name, field }: PathName): string =>
  field && abilitiesOf(field).refersTo
    ? `A path can follow at most ${maxRelations} relations.`
    : `"${name}" is not a relation, so nothing can follow it.`

function modifierProblem({ field }: PathName, modifier: string): string | undefined {
  if (!modifiers.includes(modifier)) return `":${modifier}" is not a modifier. Use :each, :length, :isset or :lower.`
  return field?.system && modifier !== 'lower' ? `"${field.name}" does not support modifiers.` : undefined
}

/** Finds the first unknown name of a path, with the reason. */
function pathProblem(identifier: Identifier, root: Scope): FilterProblem | undefined {
  let scope = root
  let from = identifier.span.start
  const names = identifier.name.split('.')
  for (const [index, segment] of names.entries()) {
    const isLast = index === names.length - 1
    const [only = '', modifier] = segment.split(':')
    const name = isLast ? only : segment
    const problem = (message: string): FilterProblem => ({ from, to: from + segment.length, message, isUnfinished: false })
    const found = scope.find(name)
    if (!found) return scope.isOpen ? undefined : problem(unknownName(name, scope, root))
    if (isLast) {
      const wrong = modifier === undefined ? undefined : modifierProblem(found, modifier)
      if (wrong) return problem(wrong)
      return found.field || scope.isOpen ? undefined : problem(`"${name}" has no value of its own. Add a field name.`)
    }
    const next = found.next?.()
    if (!next) return problem(describeDeadEnd(found))
    scope = next
    from += segment.length + 1
  }
  return undefined
}

/** Returns the errors for which the server would reject a filter or rule, as far as the dashboard can tell. */
export function findFilterProblems(text: string, subject: FilterSubject): FilterProblem[] {
  try {
    const root = rootScope(subject, maxRelations, new Date(0))
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
