import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection, Rule } from '../collections/Collection.ts'
import { type CollectionIndex, getCollectionIndex } from '../completion/CollectionIndex.ts'
import { macroNames } from '../filter/macros.ts'
import { parseFilter } from '../filter/parseFilter.ts'
import { splitIdentifier } from '../filter/splitIdentifier.ts'
import { type FilterNode, leavesOf, type Operand } from '../filter/tree.ts'

/** A name behind `@request.auth` or `@request.data` that leads to no field. Its value is null. */
export interface NullName {
  name: string
  /** Whether a comparison with null can hold, so that the rule can allow more than if the field existed. */
  canHold: boolean
}

type Comparison = Extract<FilterNode, { kind: 'comparison' }>

const comparisonsOf = (node: FilterNode): Comparison[] =>
  node.kind === 'comparison' ? [node] : node.parts.flatMap(comparisonsOf)

function parseRule(rule: Rule): FilterNode | undefined {
  try {
    return rule ? parseFilter(rule) : undefined
  } catch {
    return undefined
  }
}

/** Whether an operand is a constant: an empty one, any other, or none. */
function constantOf(operand: Operand): 'empty' | 'value' | undefined {
  if (operand.kind === 'text') return operand.value === '' ? 'empty' : 'value'
  if (operand.kind === 'number') return 'value'
  if (operand.kind === 'call') return undefined
  const name = operand.name.toLowerCase()
  if (name === 'null') return 'empty'
  return ['true', 'false'].includes(name) || macroNames.includes(operand.name) ? 'value' : undefined
}

/** Whether a comparison of null with another operand can hold. What depends on other values counts as possible. */
function canHoldForNull({ operator }: Comparison, other: Operand): boolean {
  if (operator === '!=') return constantOf(other) !== 'empty'
  return operator === '!~' || constantOf(other) !== 'value'
}

const dates = ['created', 'updated']
const authNames = ['username', 'email', 'emailVisibility', 'verified']

function isSystemName(collection: Collection, name: string): boolean {
  const shown: readonly string[] = collection.type === 'view' ? collection.dates : dates
  return name === 'id' || shown.includes(name) || (collection.type === 'auth' && authNames.includes(name))
}

const backRelation = /^(\w+)_via_(\w+)$/

/** Returns the collection to which one name of a path leads from a record: by a relation or a back-relation. */
function follow({ schema, id }: Collection, name: string, index: CollectionIndex): Collection | undefined {
  const field = schema.find(known => known.name === name)
  if (field) return index.find(abilitiesOf(field).refersTo?.(field.options) ?? '')
  const [, from = '', via = ''] = backRelation.exec(name) ?? []
  const source = index.find(from)
  const reference = source?.schema.find(known => known.name === via)
  return reference && abilitiesOf(reference).refersTo?.(reference.options) === id ? source : undefined
}

/** Whether a path leads from a record to a field. */
function leadsToField(from: Collection, [name = '', ...more]: readonly string[], index: CollectionIndex): boolean {
  const field = from.schema.find(known => known.name === name)
  if (more.length === 0) return field !== undefined || isSystemName(from, name)
  const { holdsJson, parts } = field ? abilitiesOf(field) : {}
  if (holdsJson) return true
  if (parts) return more.length === 1 && parts.includes(more[0] ?? '')
  const target = follow(from, name, index)
  return target !== undefined && leadsToField(target, more, index)
}

interface RuleContext {
  /** The collection of the rule. */
  collection: Collection
  collections: readonly Collection[]
  /** The collection of the requester; undefined for a guest. */
  auth: Collection | undefined
}

/** Whether a name is null for every requester of the auth collection. */
function isNullName(name: string, { collection, collections, auth }: RuleContext): boolean {
  const [, kind, rest = ''] = /^@request\.(auth|data|body)\.(.+)$/.exec(name) ?? []
  if (kind === undefined) return false
  const index = getCollectionIndex(collections)
  const { path } = splitIdentifier(rest)
  if (kind === 'auth') return auth !== undefined && !/^collection(?:Id|Name)$/.test(rest) && !leadsToField(auth, path, index)
  // The sent value itself is read, whether or not there is such a field.
  if (path.length === 1) return false
  const field = collection.schema.find(known => known.name === path[0])
  if (field && abilitiesOf(field).refersTo === undefined) return false
  return !leadsToField(collection, path, index)
}

/** Finds the names behind `@request` in a rule that lead to no field. */
export function findNullNames(rule: Rule, context: RuleContext): NullName[] {
  const tree = parseRule(rule)
  const found = new Map<string, boolean>()
  for (const comparison of tree ? comparisonsOf(tree) : []) {
    const { left, right } = comparison
    const sides: [Operand, Operand][] = [
      [left, right],
      [right, left],
    ]
    for (const [side, other] of sides) {
      for (const leaf of leavesOf(side)) {
        if (leaf.kind !== 'identifier' || !isNullName(leaf.name, context)) continue
        found.set(leaf.name, found.get(leaf.name) || canHoldForNull(comparison, other))
      }
    }
  }
  return [...found].map(([name, canHold]) => ({ name, canHold }))
}
