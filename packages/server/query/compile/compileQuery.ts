import type { Collection } from '@coffer/schema'
import type { Catalog } from '../../catalog/Catalog.ts'
import type { ReadPage } from '../../db/Dialect.ts'
import { join, name, nothing, type Sql, sql } from '../../db/sql.ts'
import { dialect } from '../../db/threadDatabase.ts'
import { isIndexed } from '../indexes/columnIndexes.ts'
import { idOperand } from '../operands/columnOperand.ts'
import { compileForRecord, type Order } from '../operands/compileForRecord.ts'
import { Joins } from '../operands/Joins.ts'
import { combine, type Predicate } from '../operands/Predicate.ts'
import type { Scope } from '../operands/Scope.ts'
import type { Condition, Visibility } from './Condition.ts'
import { compileFilter } from './compileFilter.ts'
import { compileSort } from './compileSort.ts'
import { joinableTable } from './joinableTable.ts'
import type { Query } from './Query.ts'

/** A query as parts of SQL. Columns of records are qualified with the collection's name. Each record is returned once. */
export interface CompiledQuery {
  /** `FROM …` with the joins of the conditions, and `WHERE …`. For counting. */
  matching: Sql
  /** The COUNT expression: a view may return an id more than once. */
  count: Sql
  /** `FROM …` with all joins, `WHERE …` and `ORDER BY …`. */
  ordered: Sql
  /** Compiles a faster statement for a page of `ordered`, if there is one. */
  readPage?: ReadPage | undefined
  /** All collections that the query reads. */
  reads: readonly Collection[]
  /** The collections that the conditions and the sort join. */
  joined: readonly Collection[]
}

const idIn = (collection: Collection, ids: readonly string[]): Sql => {
  const [id, ...more] = ids
  const column = idOperand(collection, collection.name)
  return id !== undefined && more.length === 0 ? dialect.compare(column, '=', sql`${id}`) : dialect.inIds(column, ids)
}

const whereAll = (tests: readonly Sql[]): Sql => (tests.length === 0 ? nothing : sql` WHERE ${join(tests, sql` AND `)}`)

/** Wraps a catalog, with a callback for each collection that is looked up. */
const observeLookups = (catalog: Catalog, found: (collection: Collection) => void): Catalog => {
  const report = (collection: Collection | undefined) => {
    if (collection) found(collection)
    return collection
  }
  return { ...catalog, byId: id => report(catalog.byId(id)), find: idOrName => report(catalog.find(idOrName)) }
}

/** Returns the date column, if a query for a whole table sorts by it in descending order and no index helps. */
const unindexedDate = ({ collection, ids, conditions, sort }: Query): string | undefined => {
  const [item, ...more] = sort?.items ?? []
  const isWhole = collection.type !== 'view' && !collection.system && !ids && conditions.length === 0
  if (!isWhole || item?.kind !== 'field' || !item.descending || more.length > 0) return undefined
  return ['created', 'updated'].includes(item.name) && !isIndexed(collection, item.name) ? item.name : undefined
}

/** Returns a statement that reads the newest records of a whole table many times faster than sorting the table. */
const newestFirst = (query: Query): ReadPage | undefined => {
  const date = unindexedDate(query)
  return date === undefined ? undefined : dialect.newestFirst(name(query.collection.name), name(date))
}

const countExpression = ({ type, name: table }: Collection): Sql =>
  type === 'view' ? sql`COUNT(DISTINCT ${name(table, 'id')})` : sql`COUNT(*)`

/** Compiles `ORDER BY`. Records with equal keys, or without a sort, are in the order of their insertion. */
const orderBy = ({ type, name: table }: Collection, keys: readonly Sql[]): Sql => {
  const last =
    type === 'view' ? dialect.viewOrder(name(table), keys.length > 0) : [dialect.insertionOrder(name(table)) ?? []].flat()
  const all = [...keys, ...last]
  return all.length === 0 ? nothing : sql` ORDER BY ${join(all)}`
}

const noSpan = { start: 0, end: 0 }

/**
 * Compiles a query to SQL with bound values. Conditions and sort share their joins: the same path refers to the same row.
 * Throws a QueryError for names that the collection or request does not have.
 */
export const compileQuery = (query: Query): CompiledQuery =>
  query.conditions.length === 0 && (query.sort?.items.length ?? 0) === 0 ? compilePlain(query) : compileFull(query)

/** Compiles a query without conditions and sort, such as the one that reads most expanded records. */
const compilePlain = ({ collection, ids }: Query): CompiledQuery => {
  const all = sql`FROM ${name(collection.name)}${whereAll(ids ? [idIn(collection, ids)] : [])}`
  const ordered = sql`${all}${orderBy(collection, [])}`
  return { matching: all, count: countExpression(collection), ordered, reads: [collection], joined: [] }
}

const compileFull = (query: Query): CompiledQuery => {
  const { collection, catalog, request, ids, conditions, sort, deadline, now = new Date() } = query
  const joins = new Joins(collection.name, deadline)
  const joined = new Set<Collection>()
  const observed = observeLookups(catalog, found => joined.add(found))
  const scope: Scope = {
    collection,
    catalog: observed,
    request,
    now,
    joins,
    allowHidden: false,
    span: noSpan,
    root: '',
    tableOf: ({ name: table }) => name(table),
  }
  const [rules, restricted] = [conditions.filter(({ joinable }) => !joinable), conditions.filter(({ joinable }) => joinable)]
  const partsOf = (condition: Condition, within: Scope): readonly Predicate[] => {
    const predicate = compileFilter(condition.filter, { ...within, allowHidden: condition.allowHidden })
    return predicate.kind === 'and' ? predicate.parts : [predicate]
  }
  const ruleParts = rules.flatMap(rule => partsOf(rule, scope))
  const readByRules = [...joined]
  const scopeOf = ({ joinable }: Visibility): Scope => {
    if (!joinable) return scope
    const readsNoMoreThanRules =
      readByRules.every(read => joinable(read)?.length === 0) && !rules.some(({ allowHidden }) => allowHidden)
    // If a client's filter shared the row of a rule, it could reveal hidden data by which the rule selects that row.
    return { ...scope, root: readsNoMoreThanRules ? '' : 'restricted ', tableOf: joinableTable(scope, joinable) }
  }
  const predicates = [...ruleParts, ...restricted.flatMap(condition => partsOf(condition, scopeOf(condition)))]
  const combined = combine('and', predicates)
  const whereIn = (order: Order): Sql => {
    const tests = ids ? [idIn(collection, ids)] : []
    if (predicates.length > 0) tests.push(compileForRecord(combined, joins, order))
    return whereAll(tests)
  }
  const where = whereIn('any')
  const orderedWhere = combined.rows.size === 0 ? where : whereIn('table')
  const table = sql`FROM ${name(collection.name)}`
  const matching = sql`${table}${joins.single()}${where}`
  const keys = sort ? compileSort(sort.items, predicates, { ...scopeOf(sort), allowHidden: sort.allowHidden }) : []
  const rows = query.readsInRowOrder ? dialect.inRowOrder(table) : table
  const ordered = sql`${rows}${joins.single()}${orderedWhere}${orderBy(collection, keys)}`
  const reads = new Set([collection, ...(request.auth ? [request.auth.collection] : []), ...joined])
  return {
    matching,
    count: countExpression(collection),
    ordered,
    readPage: newestFirst(query),
    reads: [...reads],
    joined: [...joined],
  }
}
