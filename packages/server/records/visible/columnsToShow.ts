import { type Collection, type FieldSelection, parseExpand, parseFields } from '@coffer/schema'
import { join, type Sql, sql } from '../../db/sql.ts'
import { shapeOf } from '../rows/shape.ts'

/** The id, and the column that decides whether an email is shown. */
const alwaysNeeded = ['id', 'emailVisibility']

/** Parses a field list; undefined if it is invalid, in which case the request is rejected later. */
function selectionOf(fields: string): FieldSelection | undefined {
  try {
    return parseFields(fields)
  } catch {
    return undefined
  }
}

/**
 * Returns the columns of a collection's shape as SQL, with NULL in place of columns that the field list leaves out, so that a list
 * of titles does not read long texts. Apply the same field list to the response.
 */
export function columnsToShow(collection: Collection, fields = '', expand = ''): Sql {
  const shape = shapeOf(collection)
  const selection = selectionOf(fields)
  if (!selection || selection.keys.has('*')) return shape.select
  const needed = new Set([...alwaysNeeded, ...selection.keys.keys(), ...parseExpand(expand).keys()])
  // In a field list, a column whose name has a dot is selected by the part before the dot.
  const isNeeded = (column: string) => needed.has(column) || needed.has(column.split('.', 1)[0] ?? '')
  return join(shape.selects.map((select, index) => (isNeeded(shape.columns[index]?.name ?? '') ? select : sql`NULL`)))
}
