import { ownValue } from '@coffer/fields/ownValue'
import type { Collection } from '../collections/Collection.ts'
import { quoteText } from '../filter/printFilter.ts'
import { splitIdentifier } from '../filter/splitIdentifier.ts'
import type { Operand, Operator } from '../filter/tree.ts'
import { type Comparison, constants, isAmong, isEmptyValue, isField, moveSubjectLeft } from './comparison.ts'
import type { RuleClause } from './RuleClause.ts'

const verbs: Record<Operator, string> = {
  '=': 'is',
  '!=': 'is not',
  '>': 'is more than',
  '>=': 'is at least',
  '<': 'is less than',
  '<=': 'is at most',
  '~': 'contains',
  '!~': 'does not contain',
}

const momentVerbs: Partial<Record<Operator, string>> = {
  '>': 'is after',
  '>=': 'is at or after',
  '<': 'is before',
  '<=': 'is at or before',
}

/** Returns the phrase for a value or a field; undefined if there is no simple one. */
function wordsOf(operand: Operand): string | undefined {
  if (operand.kind === 'number') return operand.text
  // Backticks mark code in the sentence, so text that contains backticks cannot be quoted.
  if (operand.kind === 'text') return operand.value.includes('`') ? undefined : quoteText(operand.value)
  if (operand.kind === 'call') return undefined
  if (constants.slice(0, 2).includes(operand.name)) return operand.name
  if (operand.name === '@now') return 'now'
  if (operand.name.startsWith('@request.') || operand.name.startsWith('@collection.')) return undefined
  return `\`${operand.name}\``
}

const isMoment = (operand: Operand): boolean =>
  operand.kind === 'text' ? /^\d{4}-\d\d/.test(operand.value) : operand.kind === 'identifier' && operand.name.startsWith('@')

/** Returns the predicate of a comparison, for example `is at most 4`. */
function predicateOf(operator: Operator, right: Operand): string | undefined {
  if (isEmptyValue(right) && (operator === '=' || operator === '!=')) return `${verbs[operator]} empty`
  const words = wordsOf(right)
  if (words === undefined) return undefined
  return `${(isMoment(right) ? momentVerbs[operator] : undefined) ?? verbs[operator]} ${words}`
}

function subjectOf(path: string, modifier: string | undefined, any: boolean): string | undefined {
  const name = `\`${path}\``
  if (modifier === 'length') return `the number of ${name}`
  if (modifier === 'each') return `${any ? 'any' : 'each'} of ${name}`
  if (modifier !== undefined) return undefined
  return any ? `any of ${name}` : name
}

/** Whether guests fail the comparison of a property of the requester with a value. */
function failsGuests(operator: Operator, right: Operand): boolean {
  if (right.kind === 'identifier') return operator === '=' && right.name === 'true'
  if (right.kind === 'number') return (operator === '=' && right.value !== 0) || (/^>/.test(operator) && right.value >= 0)
  return right.kind === 'text' && right.value !== '' && /^(=|>=?|~)$/.test(operator)
}

function describeId(operator: Operator, any: boolean, name: string, collection: Collection): RuleClause | undefined {
  const path = name.replace(/(.)\.id$/, '$1')
  if (splitIdentifier(path).modifier !== undefined) return undefined
  if (operator === '=' && path === 'id') {
    const text = collection.type === 'auth' ? 'whose own record it is' : 'whose id equals `id`'
    return { about: 'requester', text, excludesGuests: true }
  }
  if (operator === '!=') return { about: 'requester', text: `whose id differs from \`${path}\``, excludesGuests: false }
  if (operator !== '=') return undefined
  const isFilled = collection.type !== 'view' && collection.schema.some(field => field.name === path && field.required)
  return {
    about: 'requester',
    text: any ? `whose id is among \`${path}\`` : `whose id equals \`${path}\``,
    excludesGuests: isFilled,
    ...(isFilled ? {} : { mayBeEmpty: path }),
  }
}

function describeRequester(key: string, comparison: Comparison, collection: Collection): RuleClause | undefined {
  const { operator, any, right } = comparison
  if (key === 'id' && isEmptyValue(right)) {
    if (operator === '!=') return { about: 'signedIn' }
    return operator === '=' ? { about: 'guest' } : undefined
  }
  const sent = right.kind === 'identifier' ? /^@request\.data\.(\w+)$/.exec(right.name)?.[1] : undefined
  if (key === 'id' && operator === '=' && sent !== undefined) {
    return { about: 'requester', text: `whose id equals the \`${sent}\` sent`, excludesGuests: false }
  }
  if (key === 'id' && isField(right)) return describeId(operator, any, right.name, collection)
  if (key === 'collectionName' && operator === '=' && right.kind === 'text' && /^\w+$/.test(right.value)) {
    return { about: 'authCollection', text: `Signed-in records of \`${right.value}\`` }
  }
  const { path, modifier } = splitIdentifier(key)
  const subject = subjectOf(path.join('.'), modifier, any)
  const predicate = predicateOf(operator, right)
  if (subject === undefined || predicate === undefined || isField(right)) return undefined
  return { about: 'requester', text: `whose ${subject} ${predicate}`, excludesGuests: failsGuests(operator, right) }
}

const sources: Record<string, { set: string; named: (name: string) => string }> = {
  data: { set: 'sent', named: name => `the ${name} sent` },
  query: { set: 'given as a query parameter', named: name => `the query parameter ${name}` },
  headers: { set: 'given as a header', named: name => `the header ${name}` },
}

function describeRequest(source: string, key: string, comparison: Comparison): RuleClause | undefined {
  const words = ownValue(sources, source)
  const { path, modifier } = splitIdentifier(key)
  const { operator, any, right } = comparison
  if (words === undefined || path.length === 0) return undefined
  const name = `\`${path.join('.')}\``
  if (modifier === 'isset') {
    const wanted = right.kind === 'identifier' && operator === '=' ? right.name : undefined
    if (wanted !== 'true' && wanted !== 'false') return undefined
    return { about: 'request', text: `${name} is ${wanted === 'true' ? '' : 'not '}${words.set}` }
  }
  const predicate = predicateOf(operator, right)
  if (predicate === undefined) return undefined
  const subject = subjectOf(path.join('.'), modifier, any)
  if (subject === undefined) return undefined
  return { about: 'request', text: `${subject.replace(name, words.named(name))} ${predicate}` }
}

/** Describes one comparison of a rule; undefined if there are no simple words for it. */
export function describeComparison(comparison: Comparison, collection: Collection): RuleClause | undefined {
  if (isAmong(comparison)) {
    return { about: 'requester', text: `whose id is among \`${comparison.left.name}\``, excludesGuests: false }
  }
  const oriented = moveSubjectLeft(comparison)
  if (oriented?.left.kind !== 'identifier') return undefined
  const { left, operator, any, right } = oriented
  const [, source, key] = /^@request\.(\w+)\.(.+)$/.exec(left.name) ?? []
  if (source === 'auth' && key !== undefined) return describeRequester(key, oriented, collection)
  if (source !== undefined && key !== undefined) return describeRequest(source, key, oriented)
  if (!isField(left)) return undefined
  const { path, modifier } = splitIdentifier(left.name)
  const subject = subjectOf(path.join('.'), modifier, any)
  const predicate = predicateOf(operator, right)
  return subject && predicate ? { about: 'record', text: `${subject} ${predicate}` } : undefined
}
