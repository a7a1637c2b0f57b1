import { fieldType } from '@coffer/fields'
import { type Collection, type FilterNode, type Operand, parseFilter, splitIdentifier } from '@coffer/schema'
import type { Catalog } from '../../../catalog/Catalog.ts'
import { isIndexed } from '../../../query/indexes/columnIndexes.ts'
import type { Check } from '../Check.ts'

/** SQLite scans about a million rows a second, so a scan of a smaller collection takes at most 10 ms. */
const minRecords = 10_000

interface Column {
  collection: Collection
  field: string
}

/** Returns the operands that a rule compares for equality, where an index can help. */
function operandsOf(node: FilterNode): Operand[] {
  if (node.kind !== 'comparison') return node.parts.flatMap(operandsOf)
  return node.operator === '=' ? [node.left, node.right] : []
}

/**
 * Returns the column that a query for the operand looks up: a field of the collection itself, where the rule restricts lists; the
 * field of `@collection.name.field`; or the relation of `comments_via_post`.
 */
function lookedUp(catalog: Catalog, collection: Collection, name: string, isList: boolean): Column | undefined {
  const { path, modifier } = splitIdentifier(name)
  const [first = '', second = '', third] = path
  if (first === '@collection') {
    const other = catalog.find(second.split(':')[0] ?? '')
    return other && third !== undefined && path.length === 3 ? { collection: other, field: third } : undefined
  }
  const [, table, relation] = /^(\w+)_via_(\w+)$/.exec(first) ?? []
  const referring = table === undefined ? undefined : catalog.find(table)
  if (referring && relation !== undefined) return { collection: referring, field: relation }
  return isList && path.length === 1 && modifier === undefined ? { collection, field: first } : undefined
}

function columnsOfRule(catalog: Catalog, collection: Collection, rule: string | null, isList: boolean): Column[] {
  if (!rule) return []
  try {
    return operandsOf(parseFilter(rule)).flatMap(operand =>
      operand.kind === 'identifier' ? (lookedUp(catalog, collection, operand.name, isList) ?? []) : [],
    )
  } catch {
    // A rule with a syntax error lets nobody pass, so no index helps it.
    return []
  }
}

function canBeIndexed({ collection, field }: Column): boolean {
  const found = collection.schema.find(({ name }) => name === field)
  return collection.type !== 'view' && found !== undefined && !fieldType(found).isMultiple(found.options)
}

export const ruleIndexes: Check = {
  name: 'ruleIndexes',
  title: 'The fields that rules look up in large collections have an index.',
  find: async ({ catalog }) => {
    const all = await catalog()
    const columns = all.all.flatMap(collection => {
      const { listRule, viewRule, createRule, updateRule, deleteRule } = collection
      const others = [viewRule, createRule, updateRule, deleteRule].flatMap(rule => columnsOfRule(all, collection, rule, false))
      return [...columnsOfRule(all, collection, listRule, true), ...others]
    })
    const missing = columns.filter(
      column =>
        canBeIndexed(column) && all.sizeOf(column.collection) >= minRecords && !isIndexed(column.collection, column.field),
    )
    const distinct = new Map(missing.map(({ collection, field }) => [`${collection.name}.${field}`, { collection, field }]))
    return [...distinct].map(([path, { collection, field }]) => ({
      severity: 'notice' as const,
      message: `Rules look up ${path}, which has no index, so requests read the whole collection.`,
      advice: `Add this index to ${collection.name}: CREATE INDEX \`idx_${collection.name}_${field}\` ON \`${collection.name}\` (\`${field}\`)`,
    }))
  },
}
