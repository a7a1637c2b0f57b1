import type { FilterSubject } from './FilterSubject.ts'
import type { FilterSuggestion, FilterSuggestions } from './FilterSuggestions.ts'
import { type CaretContext, findCaretContext } from './findCaretContext.ts'
import { matchQuality } from './rankMatches.ts'
import { findScope, resolveName } from './resolvePath.ts'
import { rootScope } from './rootScope.ts'
import type { Scope } from './Scope.ts'
import { suggestModifiers, suggestNames } from './suggestNames.ts'
import { suggestJoins, suggestOperators } from './suggestOperators.ts'
import { suggestValues, suggestWords } from './suggestValues.ts'

/** Maximum number of relations in a suggested path. */
const maxRelations = 4
const maxItems = 200

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
  caret: CaretContext
  root: Scope
}

type Found = Pick<FilterSuggestions, 'from' | 'to' | 'items'>

/** The part of a path at the caret: a name or a modifier. */
function completeName({ text, position, caret, root, subject }: Completion): Found {
  const typed = text.slice(caret.from, position)
  const path = typed.split('.')
  const last = path.pop() ?? ''
  const colon = last.indexOf(':')
  const from = position - last.length + colon + 1
  const to = position + (/^\w*/.exec(text.slice(position, caret.to))?.[0].length ?? 0)
  const scope = findScope(root, path)
  if (!scope) return { from, to, items: [] }
  if (colon !== -1) return { from, to, items: suggestModifiers(scope.find(last.slice(0, colon)), last.slice(colon + 1)) }
  const items = suggestNames(scope, last, path.length === 0)
  const isForeign = ({ label }: FilterSuggestion) => /^@(?:request|collection)\./.test(label)
  return { from, to, items: subject.scope === 'rule' ? items : items.filter(item => !isForeign(item)) }
}

function completeLeft(completion: Completion): Found | undefined {
  const { caret, isExplicit } = completion
  if (caret.part !== undefined) return caret.part === 'name' ? completeName(completion) : undefined
  return isExplicit || caret.isFilter ? completeName(completion) : undefined
}

function completeRight(completion: Completion): Found | undefined {
  const { text, position, caret, root, subject, isExplicit, now } = completion
  const typed = text.slice(caret.from, position)
  const left = resolveName(root, caret.left)
  const values = left ? suggestValues(left, typed, subject, now) : []
  if (caret.part === 'text') return { from: caret.from, to: caret.isWhole ? caret.to : position, items: values }
  if (caret.part === 'number') return { from: caret.from, to: caret.to, items: values }
  if (caret.part !== undefined && caret.part !== 'name') return undefined
  if (caret.part === undefined && !isExplicit) return { from: position, to: position, items: values }
  const named = completeName(completion)
  if (named.from !== caret.from) return named
  const known = new Set(values.map(({ label }) => label))
  const others = [...suggestWords(typed), ...named.items].filter(({ label }) => !known.has(label))
  return { ...named, items: [...values, ...others] }
}

/** Suggests operators or connectives. In the middle of a search term they appear only on request. */
function completeSign({ text, position, caret, root, isExplicit }: Completion): Found | undefined {
  const typed = text.slice(caret.from, position)
  if (caret.part !== undefined && caret.part !== caret.kind) return undefined
  const left = caret.kind === 'operator' ? resolveName(root, caret.left) : undefined
  if (typed === '' && !isExplicit && !left) return undefined
  return {
    from: caret.from,
    to: caret.to,
    items: caret.kind === 'operator' ? suggestOperators(left, typed) : suggestJoins(typed),
  }
}

/** Drops the final dot or space of a suggestion if the text already continues with it. */
function fitSuggestion(item: FilterSuggestion, rest: string): FilterSuggestion {
  const insert = item.insert ?? item.label
  const isThere = /[. ]$/.test(insert) && rest.startsWith(insert.slice(-1))
  return isThere ? { ...item, insert: insert.slice(0, -1) } : item
}

/** Returns suggestions for the caret position of an unfinished filter or rule; undefined if there are none. */
export function completeFilter(question: CompletionRequest, subject: FilterSubject): FilterSuggestions | undefined {
  const { text, position } = question
  const caret = findCaretContext(text, position)
  if (caret === undefined) return undefined
  const completion = { ...question, subject, caret, root: rootScope(subject, maxRelations, question.now) }
  const complete = { left: completeLeft, right: completeRight, operator: completeSign, join: completeSign }[caret.kind]
  const found = complete(completion)
  if (found === undefined || found.items.length === 0) return undefined
  const rest = text.slice(found.to)
  const items = found.items.slice(0, maxItems).map(item => fitSuggestion(item, rest))
  const isThere = items.some(({ label, insert = label }) => insert === text.slice(found.from, found.to))
  if (isThere && items.length === 1) return undefined
  return {
    ...found,
    items,
    isFirstMeant: !isThere && isMeant(items[0]?.label ?? '', text.slice(found.from, position), completion),
  }
}

/** Whether the first suggestion probably completes what is being typed. A single word can also be a search term. */
function isMeant(first: string, typed: string, { caret, text }: Completion): boolean {
  const isPath = /[.:@]/.test(text.slice(caret.from, caret.to))
  if (typed === '' || !(caret.isFilter || isPath)) return false
  return (matchQuality(first.replace(/^"/, ''), typed.replace(/^["']/, '')) ?? 3) < 2
}
