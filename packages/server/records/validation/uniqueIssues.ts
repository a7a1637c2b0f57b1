import type { Collection, Issues } from '@coffer/schema'
import { DatabaseError } from '../../db/DatabaseError.ts'

/** Turns the violation of a unique index into issues by field. Empty for system columns and for other errors. */
export const uniqueIssues = (collection: Collection, error: unknown): Issues => {
  const columns = error instanceof DatabaseError ? error.columns.map(column => column.toLowerCase()) : []
  const taken = collection.schema.filter(({ name }) => columns.includes(`${collection.name}.${name}`.toLowerCase()))
  return Object.fromEntries(taken.map(({ name }) => [name, { code: 'validation_not_unique', message: 'Value must be unique.' }]))
}
