import type { RuleClause } from './RuleClause.ts'

/** One alternative of a rule. */
interface Alternative {
  who: string
  whose: string[]
  where: string[]
  when: string[]
}

const textsAbout = (clauses: readonly RuleClause[], about: 'record' | 'request'): string[] =>
  clauses.flatMap(clause => (clause.about === about ? [clause.text] : []))

/** Splits an alternative into the cases for signed-in users and for guests. Undefined if it has no simple description. */
function alternativesOf(clauses: readonly RuleClause[]): Alternative[] | undefined {
  const requester = clauses.filter(clause => clause.about === 'requester')
  const authCollections = clauses.filter(clause => clause.about === 'authCollection')
  const where = textsAbout(clauses, 'record')
  const when = textsAbout(clauses, 'request')
  const requiresSignIn = authCollections.length > 0 || clauses.some(({ about }) => about === 'signedIn')
  if (authCollections.length > 1) return undefined
  if (clauses.some(({ about }) => about === 'guest')) {
    return requiresSignIn || requester.length > 0 ? undefined : [{ who: 'Guests', whose: [], where, when }]
  }
  if (requester.length === 0 && !requiresSignIn) return [{ who: 'Everyone', whose: [], where, when }]
  const signedIn = {
    who: authCollections[0]?.text ?? 'Signed-in users',
    whose: requester.map(({ text }) => text),
    where,
    when,
  }
  if (requiresSignIn || requester.some(({ excludesGuests }) => excludesGuests)) return [signedIn]
  const empty = requester.flatMap(({ mayBeEmpty }) => (mayBeEmpty === undefined ? [] : [`\`${mayBeEmpty}\` is empty`]))
  if (empty.length < requester.length) return undefined
  return [signedIn, { who: 'Guests', whose: [], where: [...empty, ...where], when }]
}

const list = (texts: readonly string[]): string => [...new Set(texts)].join(' and ')

const printAlternative = ({ who, whose, where, when }: Alternative): string =>
  [
    [who, ...[list(whose)].filter(Boolean)].join(' '),
    ...(where.length > 0 ? [`where ${list(where)}`] : []),
    ...(when.length > 0 ? [`if ${list(when)}`] : []),
  ].join(', ')

const parts = ['whose', 'where', 'when'] as const

/** Merges two alternatives that differ in a single condition, which then contains an "or". */
function merge(one: Alternative, other: Alternative): Alternative | undefined {
  const differing = parts.filter(part => list(one[part]) !== list(other[part]))
  const [part] = differing
  if (one.who !== other.who || part === undefined || differing.length > 1) return undefined
  if (one[part].length !== 1 || other[part].length !== 1) return undefined
  return { ...one, [part]: [`${one[part][0]} or ${other[part][0]}`] }
}

/** Describes all alternatives of a rule in one sentence without a full stop; undefined if one of them is too complex. */
export function joinAlternatives(rule: readonly (readonly RuleClause[])[]): string | undefined {
  const merged: Alternative[] = []
  for (const clauses of rule) {
    const alternatives = alternativesOf(clauses)
    if (alternatives === undefined) return undefined
    for (const alternative of alternatives) {
      const index = merged.findIndex(earlier => merge(earlier, alternative) !== undefined)
      const earlier = merged[index]
      if (earlier) merged[index] = merge(earlier, alternative) ?? earlier
      else merged.push(alternative)
    }
  }
  const sentence = merged.map(printAlternative).join('; or ')
  return sentence.replace(/(?<=; or )[A-Z]/g, letter => letter.toLowerCase())
}
