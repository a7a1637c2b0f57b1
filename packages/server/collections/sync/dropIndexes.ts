import { fieldType } from '@coffer/fields'
import { type Collection, type IndexColumn, type IndexDefinition, parseIndex } from '@coffer/schema'
import type { Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { indexesOf, isOfServer, isSameIndex } from './storedIndexes.ts'

const isPlain = ({ name: column }: IndexColumn): boolean => /^\w+$/.test(column)

/** What becomes of columns in a change: new names by old ones; undefined for those that go, or are made anew. */
const fatesOf = (before: Collection, after: Collection): Map<string, string | undefined> => {
  const remaining = new Map(after.schema.map(field => [field.id, field]))
  return new Map(
    before.schema.flatMap((old): [string, string | undefined][] => {
      const field = remaining.get(old.id)
      const isRemade = !field || fieldType(old).isMultiple(old.options) !== fieldType(field).isMultiple(field.options)
      return isRemade || field.name !== old.name ? [[old.name, isRemade ? undefined : field.name]] : []
    }),
  )
}

/** The index after the change, if the database carries it over by itself. */
const carriedOver = (index: IndexDefinition, fates: Map<string, string | undefined>): IndexDefinition | undefined => {
  if (fates.size === 0) return index
  if (index.where !== '' || !index.columns.every(isPlain)) return undefined
  const columns = index.columns.map(column => ({
    ...column,
    name: fates.has(column.name) ? fates.get(column.name) : column.name,
  }))
  const isWhole = (column: { name: string | undefined }): column is IndexColumn => column.name !== undefined
  return columns.every(isWhole) ? { ...index, columns } : undefined
}

/**
 * Drops the indexes that the list of `before` names and its table has, except those that the change leaves as `after` wants them:
 * for a long table each one takes seconds to build.
 */
export const dropIndexes = async (transaction: Transaction, before: Collection, after: Collection): Promise<void> => {
  const listed = new Set(before.indexes.map(statement => parseIndex(statement)?.name.toLowerCase()))
  const wanted = after.indexes.flatMap(statement => parseIndex(statement) ?? [])
  const fates = fatesOf(before, after)
  for (const index of await indexesOf(transaction, before.name)) {
    if (!listed.has(index.name.toLowerCase()) || isOfServer(index)) continue
    const later = index.definition && carriedOver(index.definition, fates)
    if (later && wanted.some(definition => isSameIndex(definition, later))) continue
    await transaction.run(sql`DROP INDEX ${name(index.name)}`)
  }
}
