import type { Collection, FilterNode } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import { tableOfRecord, tableWithRecords } from '../../catalog/recordTable.ts'
import { Deadline } from '../../db/Deadline.ts'
import type { Dialect } from '../../db/Dialect.ts'
import { name, type Sql, sql } from '../../db/sql.ts'
import { Joins } from '../operands/Joins.ts'
import type { Scope } from '../operands/Scope.ts'
import type { Query } from './Query.ts'

/** Wraps a catalog, with a callback for each collection that is looked up. */
function observeLookups(catalog: Catalog, found: (collection: Collection) => void): Catalog {
  const report = (collection: Collection | undefined) => {
    if (collection) found(collection)
    return collection
  }
  return { ...catalog, byId: id => report(catalog.byId(id)), find: idOrName => report(catalog.find(idOrName)) }
}

/** The alias of a past record. The alias of a subquery begins with `#`, because SQLite would otherwise report it as a view. */
const pastAlias = '#record'

const noSpan = { start: 0, end: 0 }

/** Returns `FROM …` with the table of the queried records, or what is read instead of it, without joins. */
export function queriedTable(
  dialect: Dialect,
  { collection, past, source }: Pick<Query, 'collection' | 'past'> & { source?: Sql | undefined },
): Sql {
  if (source) return sql`FROM (${source}) AS ${name(collection.name)}`
  return past
    ? sql`FROM (${tableOfRecord(dialect, collection, past.record)}) AS ${name(pastAlias)}`
    : sql`FROM ${name(collection.name)}`
}

/** Number of comparisons with `~` up to which they do not check the deadline. Each takes at most 0.2 s in a value of 8 MB. */
const maxUncheckedSearches = 16

function countSearches(node: FilterNode): number {
  if (node.kind === 'comparison') return node.operator === '~' || node.operator === '!~' ? 1 : 0
  return node.parts.reduce((sum, part) => sum + countSearches(part), 0)
}

/**
 * Creates the scope of the rules of a query.
 * @param found called for each collection that a name refers to
 */
export function createScope(dialect: Dialect, query: Query, found: (collection: Collection) => void): Scope {
  const { collection, catalog, request, conditions, past, added, now = new Date() } = query
  const deadline = query.deadline === undefined ? undefined : new Deadline(query.deadline)
  const searches = conditions.reduce((sum, { filter }) => sum + countSearches(filter), 0)
  const isOfToday = catalog.ruleMeaning === 'today'
  const excluded = query.isNew && isOfToday ? query.ids : undefined
  return {
    dialect,
    collection,
    catalog: observeLookups(catalog, found),
    request,
    now,
    deadline,
    searchDeadline: searches > maxUncheckedSearches ? deadline : undefined,
    joins: new Joins(dialect, past ? pastAlias : collection.name, deadline),
    allowHidden: false,
    hidesFields: false,
    emptyMatches: isOfToday,
    span: noSpan,
    root: '',
    tableOf: other => {
      const records = past?.others?.get(other.id) ?? added?.get(other.id)
      if (records) return tableWithRecords(dialect, other, records)
      if (!excluded || other.id !== collection.id) return name(other.name)
      return sql`(SELECT * FROM ${name(other.name)} WHERE NOT ${dialect.inIds(name('id'), excluded)})`
    },
  }
}
