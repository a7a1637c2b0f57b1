import { isObject } from '@coffer/fields'
import { parseIndex } from '../../indexes/parseIndex.ts'
import type { Collection } from '../Collection.ts'
import { matchKeys } from '../matchKeys.ts'

type Sent = Record<string, unknown>

/** Options of another type have nothing in common with the stored ones. */
function mergeObject(stored: Collection | Collection['schema'][number], sent: Sent): Sent {
  const merged: Sent = { ...stored, ...sent }
  const { options } = sent
  const keepsOptions = merged.type === stored.type && (options === undefined || isObject(options))
  return { ...merged, options: keepsOptions ? { ...stored.options, ...options } : options }
}

function mergeField(stored: Collection['schema'], item: unknown): unknown {
  const sent = matchKeys(item, ['id', 'type', 'options'])
  const original = isObject(sent) ? stored.find(({ id }) => id === sent.id) : undefined
  return original && isObject(sent) ? mergeObject(original, sent) : item
}

const indexName = (index: unknown): string => (typeof index === 'string' ? (parseIndex(index)?.name.toLowerCase() ?? index) : '')

function mergeIndexes(stored: Collection['indexes'], sent: readonly unknown[]): unknown[] {
  const names = new Set(sent.map(indexName))
  return [...stored.filter(index => !names.has(indexName(index))), ...sent]
}

/**
 * Completes collections of an import with what they leave out of the stored collections of the same id. Fields that they do not
 * name are not added: the import keeps these unless it deletes what is missing.
 */
export function mergeStored(items: readonly unknown[], stored: readonly Collection[]): unknown[] {
  return items.map(item => {
    const sent = matchKeys(item, ['id', 'type', 'schema', 'indexes', 'options'])
    const original = isObject(sent) ? stored.find(({ id }) => id === sent.id) : undefined
    if (!original || !isObject(sent)) return item
    const { schema, indexes, ...merged } = mergeObject(original, sent)
    return {
      ...merged,
      schema: Array.isArray(schema) ? schema.map(field => mergeField(original.schema, field)) : schema,
      indexes: Array.isArray(indexes) ? mergeIndexes(original.indexes, indexes) : indexes,
    }
  })
}
