import { type Collection, type FieldSelection, parseExpand, parseFields } from '@coffer/schema'
import { join, type Sql, sql } from '../../db/sql.ts'
import { shapeOf } from '../stored/shape.ts'

/** What a record is found by, and what says whether its email is shown. */
const alwaysNeeded = ['id', 'emailVisibility']

/** What a field list selects; undefined for everything, which also goes for a list that will be refused. */
const selectionOf = (fields: string): FieldSelection | undefined => {
  try {
    return parseFields(fields)
  } catch {
    return undefined
  }
}

/**
 * The columns of a collection's shape as SQL, with NULL for each that the answer will not show: a list of titles must not read the
 * long texts beside them. For answers that are picked from by the same field list.
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
