import type { Collection } from '../collections/Collection.ts'
import { resolveName } from '../completion/resolvePath.ts'
import { rootScope } from '../completion/rootScope.ts'
import type { Scope } from '../completion/Scope.ts'
import { parseFilter } from '../filter/parseFilter.ts'
import { splitIdentifier } from '../filter/splitIdentifier.ts'
import { type FilterNode, leavesOf, type Operator, operandsOf } from '../filter/tree.ts'

/** Where the meaning of a rule differs between PocketBase 0.22 and later versions. */
interface MeaningDifferences {
  /**
   * A name with whose values, all of them, the rule compares, such as `@collection.bans.user` or `flags:each`. Where there is none, or one
   * is missing, the comparison fails in 0.22 and passes in later versions.
   */
  comparesAll: string | undefined
  /** Whether it is a create rule that finds the new record among the records of its collection in 0.22. */
  readsOwn: boolean
}

/** Maximum number of relations in a path. */
const maxRelations = 6

const collectionName = /^@collection\.(\w+)(?::\w+)?\.(.*)$/

/** Returns the name of the collection whose records a name reads one by one, such as `@collection.bans.user`; undefined for other names. */
export function findReadCollection(name: string): string | undefined {
  const [, collection, path] = collectionName.exec(name) ?? []
  return path?.includes('.') ? undefined : collection
}

function parseRule(rule: string | null): FilterNode | undefined {
  try {
    return rule ? parseFilter(rule) : undefined
  } catch {
    return undefined
  }
}

const comparisonsOf = (node: FilterNode): Extract<FilterNode, { kind: 'comparison' }>[] =>
  node.kind === 'comparison' ? [node] : node.parts.flatMap(comparisonsOf)

/** Whether values of a name can be missing so that a comparison with all of them differs. */
function canDiffer(name: string, operator: Operator, root: Scope | undefined): boolean {
  const { modifier } = splitIdentifier(name)
  // A length is never missing, and `=` has one meaning.
  if (operator === '=' || modifier === 'length') return false
  const isExclusion = operator === '!=' || operator === '!~'
  const resolved = root && resolveName(root, name)
  if (!resolved) return isExclusion && (collectionName.test(name) || modifier === 'each')
  // Behind a relation, some values can be missing while others are there. Otherwise all are missing, and only exclusions can pass.
  const isBehindRelation = resolved.isMany && findReadCollection(name) === undefined
  return isBehindRelation || (isExclusion && (resolved.isMany || (modifier === 'each' && resolved.isSeveral === true)))
}

/**
 * Finds where the meaning of a rule differs. A rule that cannot be parsed has no differences.
 * @param path the path of the rule, such as `createRule` or `mfa.rule`
 * @param context the collections by which paths are followed. Without them, only `@collection` and `:each` are noticed
 */
export function findMeaningDifferences(
  rule: string | null,
  path: string,
  { id, name }: Pick<Collection, 'id' | 'name'>,
  context?: { collection: Collection; collections: readonly Collection[] },
): MeaningDifferences {
  const tree = parseRule(rule)
  if (!tree) return { comparesAll: undefined, readsOwn: false }
  const root = context && rootScope({ ...context, scope: 'rule' }, maxRelations, new Date(0))
  const namesIn = (node: FilterNode) =>
    operandsOf(node)
      .flatMap(leavesOf)
      .flatMap(leaf => (leaf.kind === 'identifier' ? [leaf.name] : []))
  const comparesAll = comparisonsOf(tree)
    .filter(({ any }) => !any)
    .flatMap(comparison => namesIn(comparison).filter(known => canDiffer(known, comparison.operator, root)))[0]
  const own = [name.toLowerCase(), id.toLowerCase()]
  const read = namesIn(tree).map(known => collectionName.exec(known)?.[1]?.toLowerCase() ?? '')
  return { comparesAll, readsOwn: path === 'createRule' && read.some(other => own.includes(other)) }
}
