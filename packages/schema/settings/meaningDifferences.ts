import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '../collections/Collection.ts'
import { getCollectionIndex } from '../completion/CollectionIndex.ts'
import { recordScope } from '../completion/recordScope.ts'
import { type ResolvedName, resolveName } from '../completion/resolvePath.ts'
import { rootScope } from '../completion/rootScope.ts'
import { parseFilter } from '../filter/parseFilter.ts'
import { splitIdentifier } from '../filter/splitIdentifier.ts'
import { type FilterNode, leavesOf, type Operator, operandsOf } from '../filter/tree.ts'

/** A name whose values a rule compares all, such as `@collection.bans.user` or `flags:each`. */
export interface ComparedName {
  name: string
  /** The collection that has to be empty for values to be missing. Absent if they can also be missing otherwise. */
  emptied?: string
}

/** Where the meaning of a rule differs between PocketBase 0.22 and later versions. */
interface MeaningDifferences {
  /** The names with missing values for which the comparison fails in 0.22, and ignores them in later versions. */
  comparesAll: readonly ComparedName[]
  /** Whether it is a create rule that finds the new record among the records of its collection in 0.22. */
  readsOwn: boolean
}

/** The collections by which paths are followed. */
interface RuleContext {
  collection: Collection
  collections: readonly Collection[]
}

/** Maximum number of relations in a path. */
const maxRelations = 6

const collectionName = /^@collection\.(\w+)(?::\w+)?\.(.*)$/

const authName = /^@request\.auth\.(.*)$/

function parseRule(rule: string | null): FilterNode | undefined {
  try {
    return rule ? parseFilter(rule) : undefined
  } catch {
    return undefined
  }
}

const comparisonsOf = (node: FilterNode): Extract<FilterNode, { kind: 'comparison' }>[] =>
  node.kind === 'comparison' ? [node] : node.parts.flatMap(comparisonsOf)

/** Resolves a name. A field of the requester is resolved in each auth collection that has it. */
function resolveAll(name: string, { collection, collections }: RuleContext): ResolvedName[] {
  const [, ofAuth] = authName.exec(name) ?? []
  const index = getCollectionIndex(collections)
  const roots =
    ofAuth === undefined
      ? [rootScope({ collection, collections, scope: 'rule' }, maxRelations, new Date(0))]
      : collections.flatMap(each => (each.type === 'auth' ? recordScope(each, { index, maxRelations, isMany: false }) : []))
  return roots.flatMap(root => resolveName(root, ofAuth ?? name) ?? [])
}

/** Returns the collection of a name that is missing only while the collection is empty: no record lacks a value of the field. */
function findEmptied(name: string, { field, modifier }: ResolvedName, { collections }: RuleContext): string | undefined {
  const [, read = '', path = ''] = collectionName.exec(name) ?? []
  const collection = getCollectionIndex(collections).find(read)
  const isStored = collection !== undefined && collection.type !== 'view' && !path.includes('.') && modifier !== 'each'
  return isStored && field && !abilitiesOf(field).holdsJson ? read : undefined
}

/** Finds whether values of a name can be missing so that a comparison with all of them differs. */
function findCompared(name: string, operator: Operator, context: RuleContext | undefined): ComparedName[] {
  const { modifier } = splitIdentifier(name)
  // A length is never missing, and `=` has one meaning.
  if (operator === '=' || modifier === 'length') return []
  const isExclusion = operator === '!=' || operator === '!~'
  const resolved = context ? resolveAll(name, context) : []
  if (!context || resolved.length === 0)
    return isExclusion && (collectionName.test(name) || modifier === 'each') ? [{ name }] : []
  return resolved.flatMap(target => {
    const emptied = findEmptied(name, target, context)
    // Some values can be missing while others are there. Otherwise all are missing, and only exclusions can pass.
    if (target.isMany && emptied === undefined) return [{ name }]
    const isMissing = target.isMany || (modifier === 'each' && target.isSeveral === true)
    return isExclusion && isMissing ? [{ name, ...(emptied !== undefined && { emptied }) }] : []
  })
}

/**
 * Finds where the meaning of a rule differs. A rule that cannot be parsed has no differences.
 * @param path the path of the rule, such as `createRule` or `manageRule`
 * @param context without it, only `@collection` and `:each` are noticed
 */
export function findMeaningDifferences(
  rule: string | null,
  path: string,
  { id, name }: Pick<Collection, 'id' | 'name'>,
  context?: RuleContext,
): MeaningDifferences {
  const tree = parseRule(rule)
  if (!tree) return { comparesAll: [], readsOwn: false }
  const namesIn = (node: FilterNode) =>
    operandsOf(node)
      .flatMap(leavesOf)
      .flatMap(leaf => (leaf.kind === 'identifier' ? [leaf.name] : []))
  const compared = comparisonsOf(tree)
    .filter(({ any }) => !any)
    .flatMap(comparison => namesIn(comparison).flatMap(known => findCompared(known, comparison.operator, context)))
  const own = [name.toLowerCase(), id.toLowerCase()]
  const read = namesIn(tree).map(known => collectionName.exec(known)?.[1]?.toLowerCase() ?? '')
  return {
    comparesAll: [...new Map(compared.map(each => [each.name, each])).values()],
    readsOwn: path === 'createRule' && read.some(other => own.includes(other)),
  }
}
