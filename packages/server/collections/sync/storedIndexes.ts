import { type IndexDefinition, parseIndex, printIndex } from '@coffer/schema'
import type { StoredIndex } from '../../db/Schema.ts'

/** Parses the statement of an index; undefined for an index without one. */
export const definitionOf = ({ statement }: StoredIndex): IndexDefinition | undefined =>
  statement === undefined ? undefined : parseIndex(statement)

/** Returns whether the server needs an index: all indexes of system tables, and three of each auth collection. */
export const isOfServer = ({ name, table }: StoredIndex): boolean =>
  table.startsWith('_') || /^_.+_(username|email|tokenKey)_idx$/i.test(name)

const essence = (index: IndexDefinition): string => printIndex({ ...index, isOptional: false, schema: '', table: '' })

/** Returns whether two indexes are equal except for their tables. */
export const isSameIndex = (one: IndexDefinition, other: IndexDefinition): boolean => essence(one) === essence(other)
