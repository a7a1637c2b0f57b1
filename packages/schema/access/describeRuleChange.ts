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

function describeUsers({ users }: RuleChange): string[] {
  if (!users) return []
  const { total, examined, gaining, losing } = users
  const of = examined < total ? `${examined.toLocaleString('en-US')} examined of ${total.toLocaleString('en-US')} users` : 'users'
  const sentence = (count: number, verb: string) =>
    count === 0 ? [] : [`${count.toLocaleString('en-US')} of the ${of} ${count === 1 ? `${verb}s` : verb} records.`]
  return [...sentence(gaining, 'gain'), ...sentence(losing, 'lose')]
}

/** Says in sentences what a changed rule opens and closes: `27 records become visible to guests.` */
export function describeRuleChange(change: RuleChange): string[] {
  const { action, guests, opensToEveryone, sample, error } = change
  if (error !== undefined) return ['This cannot be evaluated before it is saved.']
  const adjective = adjectives[action]
  const about = sample === undefined ? '' : 'About '
  const { gained, lost } = guests ?? {}
  const who = change.users || action === 'manage' ? 'guests' : 'everyone'
  const sentences = [
    ...(opensToEveryone ? [action === 'create' ? 'Everyone can create records.' : 'Everyone gets access to all records.'] : []),
    ...(gained ? [`${about}${records(gained)} ${become(gained)} ${adjective} to ${who}.`] : []),
    ...(lost ? [`${about}${records(lost)} ${lost === 1 ? 'is' : 'are'} no longer ${adjective} to ${who}.`] : []),
    ...describeUsers(change),
    ...(guests && (gained === undefined || lost === undefined) ? ['The records could not be counted in time.'] : []),
  ]
  return sentences.length > 0 || action === 'create' ? sentences : ['This reaches the same records as before.']
}
