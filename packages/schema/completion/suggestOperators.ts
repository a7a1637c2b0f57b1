import { abilitiesOf } from '@coffer/fields/abilities'
import type { FilterSuggestion } from './FilterSuggestions.ts'
import type { ResolvedName } from './resolvePath.ts'

const plainHints = {
  '=': 'equals',
  '!=': 'does not equal',
  '~': 'contains',
  '!~': 'does not contain',
  '>': 'is greater than',
  '>=': 'is at least',
  '<': 'is less than',
  '<=': 'is at most',
}
type Sign = keyof typeof plainHints

const momentHints: Partial<Record<Sign, string>> = {
  '>': 'is after',
  '>=': 'is at or after',
  '<': 'is before',
  '<=': 'is at or before',
}
const allHints: Record<Sign, string> = {
  '=': 'all equal',
  '!=': 'none equals',
  '~': 'all contain',
  '!~': 'none contains',
  '>': 'all are greater than',
  '>=': 'all are at least',
  '<': 'all are less than',
  '<=': 'all are at most',
}
const anyHints: Record<Sign, string> = {
  '=': 'any of them equals',
  '!=': 'any of them does not equal',
  '~': 'any of them contains',
  '!~': 'any of them does not contain',
  '>': 'any of them is greater than',
  '>=': 'any of them is at least',
  '<': 'any of them is less than',
  '<=': 'any of them is at most',
}

const equality: Sign[] = ['=', '!=']
const content: Sign[] = ['~', '!~']
const order: Sign[] = ['>', '>=', '<', '<=']

/** Returns the operators that fit a field's values, the common ones first. */
function signsFor({ field, modifier, isMany }: ResolvedName): Sign[] {
  if (modifier === 'length' || modifier === 'isset' || !field) {
    return modifier === 'isset' ? equality : [...equality, ...order, ...content]
  }
  const { holdsBoolean, holdsDate, holdsTexts, comparesAsNumber, choices } = abilitiesOf(field)
  if (holdsBoolean) return equality
  if (holdsDate) return [...order, ...equality, ...content]
  if (comparesAsNumber) return [...equality, ...order]
  // A column with several values is stored as one text.
  const isList = holdsTexts?.(field.options) && modifier !== 'each' && !isMany
  if (isList) return [...content, ...equality]
  return choices ? [...equality, ...content] : [...equality, ...content, ...order]
}

const itemOf = (label: string, hint: string): FilterSuggestion => ({ label, hint, insert: `${label} `, continues: true })

/** Suggests operators, each with a description. */
export function suggestOperators(left: ResolvedName | undefined, typed: string): FilterSuggestion[] {
  const signs = left ? signsFor(left) : [...equality, ...content, ...order]
  const isMany = left !== undefined && (left.isMany || left.modifier === 'each')
  const isMoment = left?.field !== undefined && abilitiesOf(left.field).holdsDate
  const plain = signs.map(sign => itemOf(sign, (isMany ? allHints[sign] : isMoment && momentHints[sign]) || plainHints[sign]))
  const any = signs.map(sign => itemOf(`?${sign}`, anyHints[sign]))
  if (typed !== '') return [...plain, ...any].filter(({ label }) => label.startsWith(typed))
  return isMany ? signs.flatMap((_, at) => [...any.slice(at, at + 1), ...plain.slice(at, at + 1)]) : plain
}

/** Suggests the connectives between two conditions. */
export function suggestJoins(typed: string): FilterSuggestion[] {
  return [itemOf('&&', 'and'), itemOf('||', 'or')].filter(({ label }) => label.startsWith(typed))
}
