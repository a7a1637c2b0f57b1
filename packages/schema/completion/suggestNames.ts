import type { FilterSuggestion } from './FilterSuggestions.ts'
import { matchQuality, rankMatches } from './rankMatches.ts'
import type { PathName, Scope } from './Scope.ts'

/** Minimum number of typed letters before fields behind relations are suggested. */
const minLettersForRelations = 2

const suggestionsFor = ({ name, hint, field, modifiers, isSeveral, next }: PathName): FilterSuggestion[] => [
  ...(field ? [{ label: name, hint }] : []),
  ...(next ? [{ label: `${name}.`, hint: field ? 'what follows it' : hint, continues: true }] : []),
  ...modifiers
    .filter(modifier => isSeveral || modifier === 'isset')
    .map(modifier => ({ label: `${name}:${modifier}`, hint: modifierHints[modifier] ?? '' })),
]

const modifierHints: Record<string, string> = {
  each: 'every one of them',
  length: 'how many there are',
  isset: 'whether it was sent',
}

/** Suggests fields one relation away, for example `author.name` for `na`. */
function suggestRelated(names: readonly PathName[], typed: string): FilterSuggestion[] {
  if (typed.length < minLettersForRelations) return []
  return names.flatMap(({ name, field, next }) => {
    if (!field || !next) return []
    const reached = next()
      .names()
      .filter(far => far.field && !far.isBack && !far.field.system && matchQuality(far.name, typed) === 0)
    return reached.map(far => ({ label: `${name}.${far.name}`, hint: far.hint }))
  })
}

/** Suggests names of a scope. Names that begin with @ appear once @ is typed; back-relations come last. */
export function suggestNames(scope: Scope, typed: string, isFirst: boolean): FilterSuggestion[] {
  const names = scope.names().filter(({ name }) => name.startsWith('@') === typed.startsWith('@'))
  const own = names.filter(({ isBack }) => !isBack).flatMap(suggestionsFor)
  const back = names.filter(({ isBack }) => isBack).flatMap(suggestionsFor)
  const label = (item: FilterSuggestion) => item.label
  return [...rankMatches(own, typed, label), ...(isFirst ? suggestRelated(names, typed) : []), ...rankMatches(back, typed, label)]
}

/** Suggests the modifiers of a name. */
export function suggestModifiers(name: PathName | undefined, typed: string): FilterSuggestion[] {
  return rankMatches(
    (name?.modifiers ?? []).map(label => ({ label, hint: modifierHints[label] ?? '' })),
    typed,
    ({ label }) => label,
  )
}
