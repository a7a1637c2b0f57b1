import type { Collection, DateName } from './Collection.ts'
import { viewColumnNames } from './viewColumnNames.ts'

/** The dates that the server sets for each record. */
export const dateNames = ['created', 'updated'] as const satisfies readonly DateName[]

/** Parses a list of omitted dates. Other names are left out; undefined if none is left. */
export function readOmittedDates(sent: unknown): DateName[] | undefined {
  const names = Array.isArray(sent) ? dateNames.filter(name => sent.includes(name)) : []
  return names.length === 0 ? undefined : names
}

/** Returns the dates that records show. */
export function shownDates(collection: Collection): DateName[] {
  if (collection.type !== 'view') return dateNames.filter(name => !collection.omittedDates?.includes(name))
  const columns = viewColumnNames(collection.options.query)
  return dateNames.filter(name => columns.includes(name))
}
