import { fieldType } from '@coffer/fields'
import type { Collection } from '../collections/Collection.ts'
import { type RuleName, ruleNames } from '../collections/CollectionDraft.ts'
import { parseFilter } from '../filter/parseFilter.ts'
import { type FilterNode, leavesOf, type Operand, operandsOf } from '../filter/tree.ts'

/** Where PocketBase 0.22 and later versions differ for an instance, as a sentence. */
export interface DialectDifference {
  collection: string
  /** Where it is, such as `posts.createRule`. */
  path: string
  /** `uploads` follow the dialect of the request, a `rule` the meaning of rules, for all requests. */
  kind: 'uploads' | 'rule'
  message: string
}

const comparisonsOf = (node: FilterNode): Extract<FilterNode, { kind: 'comparison' }>[] =>
  node.kind === 'comparison' ? [node] : node.parts.flatMap(comparisonsOf)

const collectionPath = /^@collection\.(\w+)/

/** Returns the names of the collections that operands read with `@collection`. */
const collectionsIn = (operands: readonly Operand[]): string[] =>
  operands
    .flatMap(leavesOf)
    .flatMap(leaf => (leaf.kind === 'identifier' ? [collectionPath.exec(leaf.name)?.[1] ?? ''] : []))
    .filter(name => name !== '')

function parseRule(rule: string | null): FilterNode | undefined {
  try {
    return rule ? parseFilter(rule) : undefined
  } catch {
    return undefined
  }
}

/** Where the meaning of a rule differs between PocketBase 0.22 and later versions. */
interface MeaningDifferences {
  /** The collection by whose records the rule excludes. While it has none, the comparison fails in 0.22 and passes in later versions. */
  excludedBy: string | undefined
  /** Whether it is a create rule that finds the new record among the records of its collection in 0.22. */
  readsOwn: boolean
}

/** Finds where the meaning of a rule differs. A rule that cannot be parsed has no differences. */
export function findMeaningDifferences(
  rule: string | null,
  ruleName: RuleName,
  { id, name }: Pick<Collection, 'id' | 'name'>,
): MeaningDifferences {
  const tree = parseRule(rule)
  if (!tree) return { excludedBy: undefined, readsOwn: false }
  const excluding = comparisonsOf(tree).filter(({ operator, any }) => !any && (operator === '!=' || operator === '!~'))
  const [excludedBy] = collectionsIn(excluding.flatMap(({ left, right }) => [left, right]))
  const own = [name.toLowerCase(), id.toLowerCase()]
  const readsOwn = ruleName === 'createRule' && collectionsIn(operandsOf(tree)).some(other => own.includes(other.toLowerCase()))
  return { excludedBy, readsOwn }
}

function findRuleDifferences(collection: Collection, rule: RuleName, isOfToday: boolean): DialectDifference[] {
  const path = `${collection.name}.${rule}`
  const { excludedBy: other, readsOwn } = findMeaningDifferences(collection[rule], rule, collection)
  const found: string[] = []
  if (other !== undefined)
    found.push(
      `${path} excludes by @collection.${other}. While ${other} has no records, the rule fails in 0.22 and passes in later versions. Here it ${isOfToday ? 'passes' : 'fails'}.`,
    )
  if (readsOwn)
    found.push(
      `${path} reads its own collection. In 0.22 the new record is among its records, in later versions it is not. Here it is${isOfToday ? ' not' : ''}.`,
    )
  return found.map(message => ({ collection: collection.name, path, kind: 'rule', message }))
}

function findUploads({ name, schema }: Collection): DialectDifference[] {
  const fields = schema.filter(field => (fieldType(field).holdsFiles?.(field.options).maxFiles ?? 0) > 1)
  const paths = fields.map(field => `${name}.${field.name}`)
  return paths.map(path => ({
    collection: name,
    path,
    kind: 'uploads',
    message: `New files of ${path} are added to its files in 0.22, and replace them in later versions.`,
  }))
}

/**
 * Finds where PocketBase 0.22 and later versions differ for these collections.
 * @param ruleMeaning the meaning that rules have
 */
export function findDialectDifferences(collections: readonly Collection[], ruleMeaning: 'v022' | 'today'): DialectDifference[] {
  return collections.flatMap(collection => [
    ...(collection.type === 'view' ? [] : findUploads(collection)),
    ...ruleNames.flatMap(rule => findRuleDifferences(collection, rule, ruleMeaning === 'today')),
  ])
}
