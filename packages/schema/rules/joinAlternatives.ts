import type { RuleClause } from './RuleClause.ts'

/** One alternative of a rule. */
interface Way {
  who: string
  whose: string[]
  where: string[]
  when: string[]
}

const textsAbout = (clauses: readonly RuleClause[], about: 'record' | 'request'): string[] =>
  clauses.flatMap(clause => (clause.about === about ? [clause.text] : []))

/** Splits an alternative into the cases for signed-in users and for guests. Undefined if it has no simple description. */
const waysOf = (clauses: readonly RuleClause[]): Way[] | undefined => {
  const requester = clauses.filter(clause => clause.about === 'requester')
  const accounts = clauses.filter(clause => clause.about === 'accounts')
  const where = textsAbout(clauses, 'record')
  const when = textsAbout(clauses, 'request')
  const asksForAccount = accounts.length > 0 || clauses.some(({ about }) => about === 'signedIn')
  if (accounts.length > 1) return undefined
  if (clauses.some(({ about }) => about === 'guest')) {
    return asksForAccount || requester.length > 0 ? undefined : [{ who: 'Guests', whose: [], where, when }]
  }
  if (requester.length === 0 && !asksForAccount) return [{ who: 'Everyone', whose: [], where, when }]
  const way = {
    who: accounts[0]?.text ?? 'Signed-in users',
    whose: requester.map(({ text }) => text),
    where,
    when,
  }
  if (asksForAccount || requester.some(({ isForAccounts }) => isForAccounts)) return [way]
  const empty = requester.flatMap(({ mayBeEmpty }) => (mayBeEmpty === undefined ? [] : [`\`${mayBeEmpty}\` is empty`]))
  if (empty.length < requester.length) return undefined
  return [way, { who: 'Guests', whose: [], where: [...empty, ...where], when }]
}

const list = (texts: readonly string[]): string => [...new Set(texts)].join(' and ')

const printWay = ({ who, whose, where, when }: Way): string =>
  [
    [who, ...[list(whose)].filter(Boolean)].join(' '),
    ...(where.length > 0 ? [`where ${list(where)}`] : []),
    ...(when.length > 0 ? [`if ${list(when)}`] : []),
  ].join(', ')

const parts = ['whose', 'where', 'when'] as const

/** Merges two alternatives that differ in a single condition, which then contains an "or". */
const merge = (one: Way, other: Way): Way | undefined => {
  const differing = parts.filter(part => list(one[part]) !== list(other[part]))
  const [part] = differing
  if (one.who !== other.who || part === undefined || differing.length > 1) return undefined
  if (one[part].length !== 1 || other[part].length !== 1) return undefined
  return { ...one, [part]: [`${one[part][0]} or ${other[part][0]}`] }
}

/** Describes all alternatives of a rule in one sentence without a full stop; undefined if one of them is too complex. */
export const joinAlternatives = (alternatives: readonly (readonly RuleClause[])[]): string | undefined => {
  const told: Way[] = []
  for (const clauses of alternatives) {
    const ways = waysOf(clauses)
    if (ways === undefined) return undefined
    for (const way of ways) {
      const like = told.findIndex(earlier => merge(earlier, way) !== undefined)
      const earlier = told[like]
      if (earlier) told[like] = merge(earlier, way) ?? earlier
      else told.push(way)
    }
  }
  const sentence = told.map(printWay).join('; or ')
  return sentence.replace(/(?<=; or )[A-Z]/g, letter => letter.toLowerCase())
}
