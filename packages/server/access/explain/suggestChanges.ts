import { fieldType, type SqlValue } from '@coffer/fields'
import {
  type Collection,
  type ExplainedAction,
  type FilterNode,
  type Operand,
  printFilter,
  type Rule,
  type SuggestedChange,
} from '@coffer/schema'
import type { Reader } from '../../db/engine.ts'
import { sql } from '../../db/sql.ts'
import type { Condition } from '../../query/compile/Condition.ts'
import { compileSides } from '../../query/compile/compileSides.ts'
import type { RequestValues } from '../../query/operands/RequestValues.ts'
import { findRecord } from '../../records/rows/findRecord.ts'
import { storedValuesOf } from '../../records/rows/StoredRecord.ts'
import { shapeOf } from '../../records/rows/shape.ts'
import { readUsers } from '../findPersona.ts'
import type { Bound } from '../ruleBounds.ts'
import { meetsEach, type Results, type Subject } from './evaluateTree.ts'

type Comparison = Extract<FilterNode, { kind: 'comparison' }>

/** Returns the fewest parts of a condition whose other result would give the condition the wanted one. */
function fewestFlips(node: FilterNode, results: Results, wanted: boolean): FilterNode[] {
  if (results.get(node) === wanted) return []
  if (node.kind === 'comparison') return [node]
  const parts = node.parts.map(part => fewestFlips(part, results, wanted))
  // Parts that are met by different rows do not meet their group, and parts of long rules are not evaluated.
  if (parts.some(flips => flips.length === 0) && (node.kind === 'or') === wanted) return [node]
  const needed = (node.kind === 'and') === wanted ? parts.flat() : parts.reduce((a, b) => (b.length < a.length ? b : a))
  return needed.length === 0 ? [node] : needed
}

/** Replaces parts of a condition by a value. */
function replaceParts(node: FilterNode, replaced: readonly FilterNode[], value: boolean): Bound {
  if (replaced.includes(node)) return value
  if (node.kind === 'comparison') return node
  const decisive = node.kind === 'or'
  const parts = node.parts.map(part => replaceParts(part, replaced, value))
  if (parts.includes(decisive)) return decisive
  const open = parts.filter(part => typeof part !== 'boolean')
  const [only] = open
  if (!only) return !decisive
  return open.length === 1 ? only : { ...node, parts: open }
}

/** A condition that was evaluated, and whose result is to be turned. */
export interface Turned {
  source: 'rule' | 'filter'
  condition: Condition
  results: Results
  subject: Subject
  action: ExplainedAction
  recordId: string
}

const ruleOfBound = (bound: Bound): Rule => (typeof bound === 'boolean' ? (bound ? '' : null) : printFilter(bound))

const quoted = (nodes: readonly FilterNode[]): string => nodes.map(node => `“${printFilter(node)}”`).join(' and ')

async function suggestRule(reader: Reader, turned: Turned, wanted: boolean): Promise<SuggestedChange> {
  const { condition, results, subject, source } = turned
  const { filter, ...visibility } = condition
  const flips = fewestFlips(filter, results, wanted)
  const bound = replaceParts(filter, flips, wanted)
  const isTurned = typeof bound === 'boolean' || (await meetsEach(reader, subject, [bound], visibility))[0] === wanted
  const isPart = isTurned && typeof bound !== 'boolean'
  if (source === 'filter') {
    return { kind: 'request', text: isPart ? `Remove ${quoted(flips)} from the filter.` : 'Send the request without the filter.' }
  }
  if (isPart) return { kind: 'rule', text: `Remove ${quoted(flips)} from the rule.`, rule: ruleOfBound(bound) }
  return wanted
    ? { kind: 'rule', text: 'Allow everyone: set an empty rule.', rule: '' }
    : { kind: 'rule', text: 'Allow only admins: lock the rule.', rule: null }
}

const requestPart = /^@request\.(data|body|query|headers)\.(\w+)$/
const named = { data: 'the value', query: 'the query parameter', headers: 'the header' }

const nameOf = (operand: Operand): string => (operand.kind === 'identifier' ? operand.name : '')

/** A value of a comparison. `true` and `false` are booleans in a rule, and 1 and 0 in the database. */
type Compared = SqlValue | boolean

const show = (value: Compared): string => (typeof value === 'string' ? JSON.stringify(value) : String(value))

const stored = (value: Compared): SqlValue => (typeof value === 'boolean' ? (value ? 1n : 0n) : value)

/** The columns of auth collections that hold booleans. */
const boolColumns = ['emailVisibility', 'verified']

/** Returns a value as clients send it: the values of bool fields are booleans. */
function sentValue(collection: Collection, column: string, value: Compared): Compared {
  const found = shapeOf(collection).columns.find(({ name }) => name === column)
  const isBool = found?.field ? fieldType(found.field).holdsBoolean : found && boolColumns.includes(column)
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  return isBool && isNumber && (Number(value) === 1 || Number(value) === 0) ? Number(value) === 1 : value
}

/** A change of the record or the request that may turn a comparison. */
interface Candidate {
  change: SuggestedChange
  subject: Subject
}

/** Reads the only value of one side of a comparison. Returns undefined if a side is a password: its hash must not be suggested. */
async function readSide(reader: Reader, { subject, condition }: Turned, comparison: Comparison, side: 'left' | 'right') {
  const { rows, hasMany, ...sides } = compileSides(reader.dialect, subject, comparison, condition)
  const { source } = sides[side]
  const other = sides[side === 'left' ? 'right' : 'left'].source
  if (hasMany || 'isSecret' in source || 'isSecret' in other) return undefined
  if ('known' in source) return source.known
  return (await reader.row(sql`SELECT ${source.read} ${rows} LIMIT ${1}`))?.[0] ?? null
}

async function recordCandidate(reader: Reader, turned: Turned, field: string, value: Compared): Promise<Candidate | undefined> {
  const { subject, recordId, action } = turned
  const record = await findRecord(reader, subject.collection, recordId)
  if (!record) return undefined
  const values = storedValuesOf(record)
  if (!Object.hasOwn(values, field) || field === 'id') return undefined
  const { ids: _, ...rest } = subject
  const shown = show(sentValue(subject.collection, field, value))
  const text = action === 'create' ? `Send ${field} = ${shown}.` : `Set ${field} of the record to ${shown}.`
  return {
    change: { kind: action === 'create' ? 'request' : 'record', text },
    subject: { ...rest, past: { record: { ...values, [field]: stored(value) } } },
  }
}

function requestCandidate({ subject }: Turned, name: string, value: Compared): Candidate | undefined {
  const [, written, key = ''] = requestPart.exec(name) ?? []
  // `@request.body` is another name of `@request.data`.
  const part = written === 'body' ? 'data' : written
  if (part !== 'data' && part !== 'query' && part !== 'headers') return undefined
  const { request, collection } = subject
  // Parameters and headers are texts, and `true` of a rule is compared with them as 1.
  const known = part === 'data' ? sentValue(collection, key, value) : stored(value)
  const sent = typeof known === 'bigint' ? Number(known) : known
  const changed = { ...request[part], [key]: part === 'data' ? sent : String(sent ?? '') }
  return {
    change: { kind: 'request', text: `Send ${named[part]} ${key} = ${show(known)}.` },
    subject: { ...subject, request: { ...request, [part]: changed } },
  }
}

/** Suggests to send the request as a user with this id, or as any user. */
async function userCandidate(reader: Reader, { subject }: Turned, id: Compared | undefined): Promise<Candidate | undefined> {
  const { catalog, request } = subject
  const asUser = (auth: NonNullable<RequestValues['auth']>, prefix: string): Candidate => ({
    change: { kind: 'request', text: `${prefix} ${auth.values.username} (${auth.collection.name}).` },
    subject: { ...subject, request: { ...request, auth } },
  })
  if (id === undefined) {
    const [user] = request.auth ? [] : (await readUsers(reader, catalog, 10)).users
    if (user?.requester.kind !== 'authRecord') return undefined
    const { collection, record } = user.requester
    return asUser({ collection, values: record.values }, 'Sign in, for example as')
  }
  if (typeof id !== 'string' || id === '') return undefined
  for (const collection of catalog.all) {
    const record = collection.type === 'auth' && (await findRecord(reader, collection, id))
    if (collection.type === 'auth' && record) return asUser({ collection, values: record.values }, 'Sign in as')
  }
  return undefined
}

async function candidatesFor(reader: Reader, turned: Turned, comparison: Comparison): Promise<Candidate[]> {
  const { subject } = turned
  const candidates: (Candidate | undefined)[] = []
  for (const [side, other] of [
    ['left', 'right'],
    ['right', 'left'],
  ] as const) {
    const name = nameOf(comparison[side])
    if (name === '@request.auth.id' && comparison.operator === '!=')
      candidates.push(await userCandidate(reader, turned, undefined))
    if (comparison.operator !== '=') continue
    const value = await readSide(reader, turned, comparison, other)
    if (value === undefined || value instanceof Uint8Array) continue
    if (name === '@request.auth.id') candidates.push(await userCandidate(reader, turned, value))
    candidates.push(requestCandidate(turned, name, value))
    if (/^\w+$/.test(name) && subject.collection.type !== 'view') {
      candidates.push(await recordCandidate(reader, turned, name, value))
    }
  }
  return candidates.flatMap(candidate => candidate ?? [])
}

/**
 * Suggests the smallest changes that turn the result of a condition: of the record or the request, if one comparison decides it, and
 * of the rule. Each is tried with the SQL that requests run.
 */
export async function suggestChanges(reader: Reader, turned: Turned): Promise<SuggestedChange[]> {
  const { condition, results } = turned
  const { filter, ...visibility } = condition
  const wanted = results.get(filter) === false
  const changes: SuggestedChange[] = []
  const [comparison, ...more] = wanted ? fewestFlips(filter, results, wanted) : []
  if (comparison?.kind === 'comparison' && more.length === 0) {
    for (const { change, subject } of await candidatesFor(reader, turned, comparison)) {
      const [isMet] = await meetsEach(reader, subject, [filter], visibility)
      if (isMet) changes.push(change)
    }
  }
  return [...changes, await suggestRule(reader, turned, wanted)]
}
