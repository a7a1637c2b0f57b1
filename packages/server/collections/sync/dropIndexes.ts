import { fieldType } from '@coffer/fields'
import { type Collection, type IndexColumn, type IndexDefinition, parseIndex } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { definitionOf, isOfServer, isSameIndex } from './storedIndexes.ts'

const isPlain = ({ name: column }: IndexColumn): boolean => /^\w+$/.test(column)

/** Maps the names of changed columns to their new names; undefined for columns that are dropped or recreated. */
function columnRenames(before: Collection, after: Collection): Map<string, string | undefined> {
  const remaining = new Map(after.schema.map(field => [field.id, field]))
  return new Map(
    before.schema.flatMap((old): [string, string | undefined][] => {
      const field = remaining.get(old.id)
      const isRecreated = !field || fieldType(old).isMultiple(old.options) !== fieldType(field).isMultiple(field.options)
      return isRecreated || field.name !== old.name ? [[old.name, isRecreated ? undefined : field.name]] : []
    }),
  )
}

/** Returns the index after the change, if SQLite keeps it up to date automatically. */
function indexAfterChange(index: IndexDefinition, renames: Map<string, string | undefined>): IndexDefinition | undefined {
  if (renames.size === 0) return index
  if (index.where !== '' || !index.columns.every(isPlain)) return undefined
  const columns = index.columns.map(column => ({
    ...column,
    name: renames.has(column.name) ? renames.get(column.name) : column.name,
  }))
  const isKept = (column: { name: string | undefined }): column is IndexColumn => column.name !== undefined
  return columns.every(isKept) ? { ...index, columns } : undefined
}

/**
 * Drops the indexes of `before` that the change would make invalid or that `after` does not contain. Unchanged indexes are kept, because
 * each takes seconds to build for a large table.
 */
export async function dropIndexes(transaction: Transaction, before: Collection, after: Collection): Promise<void> {
  const listed = new Set(before.indexes.map(statement => parseIndex(statement)?.name.toLowerCase()))
  const wanted = after.indexes.flatMap(statement => parseIndex(statement) ?? [])
  const renames = columnRenames(before, after)
  for (const index of await transaction.schema.indexes(transaction, before.name)) {
    if (!listed.has(index.name.toLowerCase()) || isOfServer(index)) continue
    const definition = definitionOf(index)
    const later = definition && indexAfterChange(definition, renames)
    if (later && wanted.some(other => isSameIndex(other, later))) {
      const isRenamed = before.name !== after.name || !isSameIndex(definition, later)
      if (isRenamed) await transaction.schema.renameInIndex(transaction, { ...later, table: after.name })
      continue
    }
    await transaction.run(sql`DROP INDEX ${name(index.name)}`)
  }
}
