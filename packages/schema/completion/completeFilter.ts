import type { FilterSubject } from './FilterSubject.ts'
import type { FilterSuggestion, FilterSuggestions } from './FilterSuggestions.ts'
import type { Place } from './Place.ts'
import { matchOf } from './rank.ts'
import { readSlot, type Slot } from './readSlot.ts'
import { nameAt, placeAt } from './resolvePath.ts'
import { rootPlace } from './rootPlace.ts'
import { suggestModifiers, suggestNames } from './suggestNames.ts'
import { suggestJoins, suggestOperators } from './suggestOperators.ts'
import { suggestValues, suggestWords } from './suggestValues.ts'

/** Maximum number of relations in a suggested path. */
const steps = 4
const mostItems = 200

export interface CompletionRequest {
  text: string
  /** UTF-16 offset of the caret. */
  position: number
  /** Whether the user requested suggestions explicitly, for example with Ctrl+Space. */
  isExplicit: boolean
  /** The time that the hints of `@now` and the other date macros are computed for. */
  now: Date
}

interface Completion extends CompletionRequest {
  subject: FilterSubject
  slot: Slot
  root: Place
}

type Found = Pick<FilterSuggestions, 'from' | 'to' | 'items'>

/** The part of a path at the caret: a name or a modifier. */
const completeName = ({ text, position, slot, root, subject }: Completion): Found => {
  const typed = text.slice(slot.from, position)
  const path = typed.split('.')
  const last = path.pop() ?? ''
  const colon = last.indexOf(':')
  const from = position - last.length + colon + 1
  const to = position + (/^\w*/.exec(text.slice(position, slot.to))?.[0].length ?? 0)
  const place = placeAt(root, path)
  if (!place) return { from, to, items: [] }
  if (colon !== -1) return { from, to, items: suggestModifiers(place.find(last.slice(0, colon)), last.slice(colon + 1)) }
  const items = suggestNames(place, last, path.length === 0)
  const isForeign = ({ label }: FilterSuggestion) => /^@(?:request|collection)\./.test(label)
  return { from, to, items: subject.scope === 'rule' ? items : items.filter(item => !isForeign(item)) }
}

const completeLeft = (completion: Completion): Found | undefined => {
  const { slot, isExplicit } = completion
  if (slot.part !== undefined) return slot.part === 'name' ? completeName(completion) : undefined
  return isExplicit || slot.isFilter ? completeName(completion) : undefined
}

const completeRight = (completion: Completion): Found | undefined => {
  const { text, position, slot, root, subject, isExplicit, now } = completion
  const typed = text.slice(slot.from, position)
  const left = nameAt(root, slot.left)
  const values = left ? suggestValues(left, typed, subject, now) : []
  if (slot.part === 'text') return { from: slot.from, to: slot.isWhole ? slot.to : position, items: values }
  if (slot.part === 'number') return { from: slot.from, to: slot.to, items: values }
  if (slot.part !== undefined && slot.part !== 'name') return undefined
  if (slot.part === undefined && !isExplicit) return { from: position, to: position, items: values }
  const named = completeName(completion)
  if (named.from !== slot.from) return named
  const known = new Set(values.map(({ label }) => label))
  const others = [...suggestWords(typed), ...named.items].filter(({ label }) => !known.has(label))
  return { ...named, items: [...values, ...others] }
}

/** Suggests operators or connectives. In the middle of a search term they appear only on request. */
const completeSign = ({ text, position, slot, root, isExplicit }: Completion): Found | undefined => {
  const typed = text.slice(slot.from, position)
  if (slot.part !== undefined && slot.part !== slot.kind) return undefined
  const left = slot.kind === 'operator' ? nameAt(root, slot.left) : undefined
  if (typed === '' && !isExplicit && !left) return undefined
  return { from: slot.from, to: slot.to, items: slot.kind === 'operator' ? suggestOperators(left, typed) : suggestJoins(typed) }
}

/** Drops the final dot or space of a suggestion if the text already continues with it. */
const fitted = (item: FilterSuggestion, rest: string): FilterSuggestion => {
  const insert = item.insert ?? item.label
  const isThere = /[. ]$/.test(insert) && rest.startsWith(insert.slice(-1))
  return isThere ? { ...item, insert: insert.slice(0, -1) } : item
}

/** Returns suggestions for the caret position of an unfinished filter or rule; undefined if there are none. */
export const completeFilter = (question: CompletionRequest, subject: FilterSubject): FilterSuggestions | undefined => {
  const { text, position } = question
  const slot = readSlot(text, position)
  if (slot === undefined) return undefined
  const completion = { ...question, subject, slot, root: rootPlace(subject, steps, question.now) }
  const complete = { left: completeLeft, right: completeRight, operator: completeSign, join: completeSign }[slot.kind]
  const found = complete(completion)
  if (found === undefined || found.items.length === 0) return undefined
  const rest = text.slice(found.to)
  const items = found.items.slice(0, mostItems).map(item => fitted(item, rest))
  const isThere = items.some(({ label, insert = label }) => insert === text.slice(found.from, found.to))
  if (isThere && items.length === 1) return undefined
  return {
    ...found,
    items,
    isFirstMeant: !isThere && isMeant(items[0]?.label ?? '', text.slice(found.from, position), completion),
  }
}

/** Whether the first suggestion probably completes what is being typed. A single word can also be a search term. */
const isMeant = (first: string, typed: string, { slot, text }: Completion): boolean => {
  const isPath = /[.:@]/.test(text.slice(slot.from, slot.to))
  if (typed === '' || !(slot.isFilter || isPath)) return false
  return (matchOf(first.replace(/^"/, ''), typed.replace(/^["']/, '')) ?? 3) < 2
}
