import { type IndexDefinition, parseIndex, printIndex } from '@coffer/schema'
import type { StoredIndex } from '../../db/schemaObjects.ts'

/** Parses the statement of an index; undefined for an index without one. */
export function definitionOf({ statement }: StoredIndex): IndexDefinition | undefined {
  return statement === undefined ? undefined : parseIndex(statement)
}

/** Returns whether the server needs an index: all indexes of system tables, and three of each auth collection. */
export function isOfServer({ name, table }: StoredIndex): boolean {
  return table.startsWith('_') || /^_.+_(username|email|tokenKey)_idx$/i.test(name)
}

const essence = (index: IndexDefinition): string => printIndex({ ...index, isOptional: false, schema: '', table: '' })

/** Returns whether two indexes are equal except for their tables. */
export function isSameIndex(one: IndexDefinition, other: IndexDefinition): boolean {
  return essence(one) === essence(other)
}
