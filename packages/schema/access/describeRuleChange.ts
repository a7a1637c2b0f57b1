import type { RuleAction } from './Exposure.ts'
import type { RuleChange } from './RuleChange.ts'

const adjectives: Readonly<Record<RuleAction, string>> = {
  list: 'listable',
  view: 'visible',
  create: 'creatable',
  update: 'changeable',
  delete: 'deletable',
  manage: 'manageable',
}

const records = (count: number): string => (count === 1 ? '1 record' : `${count.toLocaleString('en-US')} records`)
const become = (count: number): string => (count === 1 ? 'becomes' : 'become')

const sumOf = (counts: readonly (number | undefined)[]): number => counts.reduce<number>((sum, count = 0) => sum + count, 0)

function describeUsers({ users, sample }: RuleChange): string[] {
  if (!users) return []
  const { total, examined, gaining, losing, changed } = users
  if (examined === 0 && total > 0) return ['The records of users could not be counted in time.']
  const of = examined < total ? `${examined.toLocaleString('en-US')} examined of ${total.toLocaleString('en-US')} users` : 'users'
  if (examined < total && gaining + losing === 0) return [`None of the ${of} gains or loses records.`]
  const about = sample === undefined ? '' : 'about '
  const sentence = (count: number, verb: string, sum: number) => {
    if (count === 0) return []
    const who = `${count.toLocaleString('en-US')} of the ${of} ${count === 1 ? `${verb}s` : verb}`
    return [`${who} ${about}${records(sum)}${count === 1 ? '' : ' in total'}.`]
  }
  return [
    ...sentence(gaining, 'gain', sumOf(changed.map(({ gained }) => gained))),
    ...sentence(losing, 'lose', sumOf(changed.map(({ lost }) => lost))),
  ]
}

function describeOpening({ action, opensToEveryone, isUncertain }: RuleChange): string[] {
  if (!opensToEveryone) return []
  if (isUncertain) return [action === 'create' ? 'Everyone might create records.' : 'Everyone might get access to all records.']
  return [action === 'create' ? 'Everyone can create records.' : 'Everyone gets access to all records.']
}

/** Says in sentences what a changed rule opens and closes: `27 records become visible to guests.` */
export function describeRuleChange(change: RuleChange): string[] {
  const { action, guests, sample, error } = change
  if (error !== undefined) return ['This cannot be evaluated before it is saved.', ...describeOpening(change)]
  const adjective = adjectives[action]
  const about = sample === undefined ? '' : 'About '
  const { gained, lost } = guests ?? {}
  const who = change.users || action === 'manage' ? 'guests' : 'everyone'
  const sentences = [
    ...describeOpening(change),
    ...(gained ? [`${about}${records(gained)} ${become(gained)} ${adjective} to ${who}.`] : []),
    ...(lost ? [`${about}${records(lost)} ${lost === 1 ? 'is' : 'are'} no longer ${adjective} to ${who}.`] : []),
    ...describeUsers(change),
    ...(guests && (gained === undefined || lost === undefined) ? ['The records could not be counted in time.'] : []),
  ]
  return sentences.length > 0 || action === 'create' ? sentences : ['This reaches the same records as before.']
}
