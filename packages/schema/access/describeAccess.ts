import type { AccessCell, PersonaDescription, RuleAction, Widening } from './Exposure.ts'

const format = (count: number): string => count.toLocaleString('en-US')

/** Says how many records a cell reaches, as in `12 of 40`. */
function describeCount({ count = 0, dependsOnRequest, sample }: AccessCell, total: number | undefined): string {
  const of = total === undefined ? '' : ` of ${format(total)}`
  if (sample !== undefined && count === 0) return `Few or none${of}`
  const prefix = [...(dependsOnRequest ? ['up to'] : []), ...(sample === undefined ? [] : ['about'])].join(' ')
  const text = `${prefix === '' ? '' : `${prefix} `}${format(count)}${of}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Says in a few words what a cell reaches: `None`, `12 of 40`, `All 40`.
 * @param action the action, or undefined for what can be read
 * @param total number of records of the collection, if it was counted
 */
export function describeCell(cell: AccessCell, action: RuleAction | undefined, total: number | undefined): string {
  const { level, count, dependsOnRequest } = cell
  if (level === 'unknown') return 'Not counted'
  if (level === 'none') return 'None'
  if (action === 'create') return level === 'all' ? 'Any' : 'Depends on the data'
  if (level === 'some') return describeCount(cell, total)
  if (dependsOnRequest) return 'Depends on the request'
  return count === undefined ? 'All' : `All ${format(count)}`
}

/** Names a persona at the start of a sentence or alone. */
export function describePersona({ kind, collection, username = '' }: PersonaDescription): string {
  if (kind === 'guest') return 'Guests'
  return kind === 'newUser' ? `New ${collection}` : `${username} (${collection})`
}

type WidenedLevel = Exclude<Widening['what'], 'fields' | 'files' | 'query'>

const verbs: Readonly<Record<WidenedLevel, string>> = {
  list: 'list',
  view: 'view',
  create: 'create',
  update: 'update',
  delete: 'delete',
  manage: 'manage',
  emails: 'read the email of',
  protectedFiles: 'download the protected files of',
  collectionTopic: 'receive realtime events of',
  recordTopics: 'receive realtime events of',
}

/** Where realtime events are received; '' for all else. */
function topicOf({ what, collection }: Widening): string {
  if (what === 'collectionTopic') return ` on the topic ${collection}/*`
  return what === 'recordTopics' ? ' on their own topics' : ''
}

/** Says what has become possible, as in `Guests can list all records of posts (before: none).` */
export function describeWidening(widening: Widening, persona: string): string {
  const { what, before, after, collection, fields = [], nullNames = [] } = widening
  if (what === 'fields') return `${persona} can read new fields of ${collection}: ${fields.join(', ')}.`
  if (what === 'files') return `Anyone with the address can download files of ${collection}: ${fields.join(', ')}.`
  if (what === 'query') return `${persona} can read ${collection}, and its query has changed.`
  if (nullNames.length > 0)
    return `The ${what} rule of ${collection} can allow more, because a field that it reads no longer exists and is null: ${nullNames.join(', ')}.`
  const earlier = before === after ? 'the rule has changed and reaches more' : `before: ${before}`
  const amount = after === 'all' ? (what === 'create' ? 'any' : 'all') : 'some'
  return `${persona} can ${verbs[what]} ${amount} records of ${collection}${topicOf(widening)} (${earlier}).`
}
