import { type Collection, type FieldSelection, parseExpand, parseFields } from '@coffer/schema'
import { join, type Sql, sql } from '../../db/sql.ts'
import { shapeOf } from '../../rows/shape.ts'

/** The id, and what decides whether an email is shown. */
const alwaysNeeded = ['id', 'emailVisibility']

/** What a field list selects; undefined for everything, and for a list that will be rejected. */
const selectionOf = (fields: string): FieldSelection | undefined => {
  try {
    return parseFields(fields)
  } catch {
    return undefined
  }
}

/**
 * Returns the columns of a collection's shape as SQL, with NULL for each one that the field list leaves out, so that a list of titles
 * does not read long texts. Only for responses from which the same field list picks.
 */
export const columnsToShow = (collection: Collection, fields = '', expand = ''): Sql => {
  const shape = shapeOf(collection)
  const selection = selectionOf(fields)
  if (!selection || selection.keys.has('*')) return shape.select
  const needed = new Set([...alwaysNeeded, ...selection.keys.keys(), ...parseExpand(expand).keys()])
  // A key with dots is named by the path of its parts.
  const isNeeded = (column: string) => needed.has(column) || needed.has(column.split('.', 1)[0] ?? '')
  return join(shape.selects.map((select, index) => (isNeeded(shape.columns[index]?.name ?? '') ? select : sql`NULL`)))
}
