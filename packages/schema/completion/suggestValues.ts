import { abilitiesOf } from '@coffer/fields/abilities'
import { quoteText } from '../filter/printFilter.ts'
import { getCollectionIndex } from './CollectionIndex.ts'
import type { FilterSubject } from './FilterSubject.ts'
import type { FilterSuggestion } from './FilterSuggestions.ts'
import { rankMatches } from './rankMatches.ts'
import type { ResolvedName } from './resolvePath.ts'
import { macros } from './rootScope.ts'

const word = (label: string, hint = ''): FilterSuggestion => ({ label, hint })

/** Returns the known values of a field: select values, booleans and date macros. */
function ownValues({ field, modifier }: ResolvedName, now: Date): FilterSuggestion[] {
  if (modifier === 'isset') return [word('true'), word('false')]
  if (!field || modifier === 'length') return []
  const { holdsBoolean, holdsDate, choices } = abilitiesOf(field)
  if (holdsBoolean) return [word('true'), word('false')]
  if (holdsDate) {
    const moments = macros(now).filter(macro => macro.field && abilitiesOf(macro.field).holdsDate)
    return moments.map(({ name, hint }) => word(name, hint))
  }
  return (choices?.(field.options) ?? []).map(choice => word(quoteText(choice)))
}

/** Suggests the requester's id for a rule that compares a relation to auth records. */
function suggestRequester(
  { field, modifier }: ResolvedName,
  { collection, collections, scope }: FilterSubject,
): FilterSuggestion[] {
  if (scope !== 'rule' || !field || modifier === 'length' || modifier === 'isset') return []
  const target = abilitiesOf(field).refersTo?.(field.options)
  const compared = target === undefined && field.name === 'id' ? collection : getCollectionIndex(collections).find(target ?? '')
  return compared?.type === 'auth' ? [word('@request.auth.id', 'the signed-in user')] : []
}

/** Suggests values that fit the left operand. The typed beginning matches with or without quotes. */
export function suggestValues(left: ResolvedName, typed: string, subject: FilterSubject, now: Date): FilterSuggestion[] {
  const isText = /^["']/.test(typed)
  const known = [...suggestRequester(left, subject), ...ownValues(left, now)].filter(
    ({ label }) => !isText || label.startsWith('"'),
  )
  return rankMatches(known, isText ? typed.slice(1) : typed, ({ label }) => label.replace(/^"|"$/g, ''))
}

/** Keywords that every value can be compared with. */
export function suggestWords(typed: string): FilterSuggestion[] {
  return rankMatches([word('null', 'no value'), word('true'), word('false')], typed, ({ label }) => label)
}
