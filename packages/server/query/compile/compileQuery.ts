import type { Collection, SortItem } from '@coffer/schema'
import type { Dialect, SortKey } from '../../db/Dialect.ts'
import { join, name, nothing, type Sql, sql } from '../../db/sql.ts'
import { indexOrder } from '../indexes/columnIndexes.ts'
import { idOperand } from '../operands/columnOperand.ts'
import { compileForRecord, type Order, type RecordOptions } from '../operands/compileForRecord.ts'
import type { JoinedRow } from '../operands/Joins.ts'
import { combine, type Predicate } from '../operands/Predicate.ts'
import type { Scope } from '../operands/Scope.ts'
import type { Condition, Visibility } from './Condition.ts'
import { compileFilter } from './compileFilter.ts'
import { compileSort } from './compileSort.ts'
import { createScope, queriedTable } from './createScope.ts'
import { joinableTable } from './joinableTable.ts'
import { type PageReaders, pageReaders } from './pageReaders.ts'
import type { Query } from './Query.ts'

/** A query as parts of SQL. Columns of records are qualified with the collection's name. Each record is returned once. */
export interface CompiledQuery extends PageReaders {
  /** `FROM …` with the joins of the conditions, and `WHERE …`. For counting. */
  matching: Sql
  /** The COUNT expression: a view may return an id more than once. */
  count: Sql
  /** `FROM …` with all joins, `WHERE …` and `ORDER BY …`. */
  ordered: Sql
  /** Whether each row is another record: a view may return an id more than once. */
  hasUniqueIds: boolean
  /** All collections that the query reads. */
  reads: readonly Collection[]
  /** The collections that the conditions and the sort join. */
  joined: readonly Collection[]
}

/** Compiles the condition that the id of a queried record is one of the given ones. */
export function idIn(dialect: Dialect, collection: Collection, ids: readonly string[]): Sql {
  const [id, ...more] = ids
  const column = idOperand(dialect, collection, collection.name)
  return id !== undefined && more.length === 0 ? dialect.compare(column, '=', sql`${id}`) : dialect.inIds(column, ids)
}

const whereAll = (tests: readonly Sql[]): Sql => (tests.length === 0 ? nothing : sql` WHERE ${join(tests, sql` AND `)}`)

/** Returns how the records of a collection are counted. */
export function countingOf({ type, name: table }: Collection): Pick<CompiledQuery, 'count' | 'hasUniqueIds'> {
  if (type !== 'view') return { count: sql`COUNT(*)`, hasUniqueIds: true }
  return { count: sql`COUNT(DISTINCT ${name(table, 'id')})`, hasUniqueIds: false }
}

/** Whether a sort reads an index backwards, which has the rows with equal keys in the order of their insertion. */
function readsIndexBackwards(collection: Collection, [first]: readonly SortItem[]): boolean {
  const order = first?.kind === 'field' ? indexOrder(collection, first.name) : undefined
  return first?.kind === 'field' && order !== undefined && (order === 'descending') !== first.descending
}

/**
 * Returns the last sort keys. Records with equal keys are in the order of their insertion. It is reversed if an index is read
 * backwards, because sorting the rows of its equal keys again takes up to 70 ms for 40,000 of them.
 */
function lastKeys(dialect: Dialect, collection: Collection, items: readonly SortItem[]): readonly Sql[] {
  const { type, system, name: table } = collection
  if (type === 'view') return dialect.viewOrder(name(table), items.length > 0)
  if (items.length === 0 || system) return [dialect.insertionOrder(name(table)) ?? []].flat()
  const inserted = sql`${name(table)}.${dialect.rowNumber}`
  return [readsIndexBackwards(collection, items) ? sql`${inserted} DESC` : inserted]
}

/** Compiles `ORDER BY`. @param keys the compiled items */
function orderBy(dialect: Dialect, collection: Collection, items: readonly SortItem[], keys: readonly SortKey[]): Sql {
  const all = [...keys.map(({ key, term }) => term(key)), ...lastKeys(dialect, collection, items)]
  return all.length === 0 ? nothing : sql` ORDER BY ${join(all)}`
}

/** Number of records up to which a query by id looks up related records, instead of searching all of a small collection. */
const maxFewIds = 30

/** Whether a sort key is a column of the record itself: paths and `:each` read rows, and the conditions that share these. */
const isOwnKey = (item: SortItem): boolean => item.kind === 'random' || !/[.:]/.test(item.name)

/**
 * Compiles a query to SQL with bound values. Conditions and sort share their joins: the same path refers to the same row.
 * Throws a QueryError for names that the collection or request does not have.
 */
export function compileQuery(dialect: Dialect, query: Query): CompiledQuery {
  return query.conditions.length === 0 && (query.sort?.items.length ?? 0) === 0
    ? compilePlain(dialect, query)
    : compileFull(dialect, query)
}

/** Compiles a query without conditions and sort, such as the one that reads most expanded records. */
function compilePlain(dialect: Dialect, { collection, ids, source }: Query): CompiledQuery {
  const all = sql`${queriedTable(dialect, { collection, source })}${whereAll(ids ? [idIn(dialect, collection, ids)] : [])}`
  const ordered = sql`${all}${orderBy(dialect, collection, [], [])}`
  return { matching: all, ...countingOf(collection), ordered, reads: [collection], joined: [] }
}

const hidingOf = ({ allowHidden, hidesFields = false, emptyMatches, sortsByInsertion = false }: Visibility): Partial<Scope> => ({
  allowHidden,
  hidesFields,
  sortsByInsertion,
  ...(emptyMatches !== undefined && { emptyMatches }),
})

function compileFull(dialect: Dialect, query: Query): CompiledQuery {
  const { collection, request, ids, conditions, sort, past } = query
  const joined = new Set<Collection>()
  const scope = createScope(dialect, query, found => joined.add(found))
  const { joins, searchDeadline } = scope
  const [rules, restricted] = [conditions.filter(({ joinable }) => !joinable), conditions.filter(({ joinable }) => joinable)]
  const partsOf = (condition: Condition, within: Scope): readonly Predicate[] => {
    const predicate = compileFilter(condition.filter, { ...within, ...hidingOf(condition) })
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
  const isForFew = past !== undefined || (ids !== undefined && ids.length <= maxFewIds)
  const searchesOf = (order: Order): Pick<RecordOptions, 'searches'> =>
    isForFew ? { searches: 'none' } : order === 'any' ? { searches: 'all' } : {}
  const whereIn = (order: Order): { where: Sql; reads: ReadonlySet<JoinedRow> } => {
    const reads = new Set<JoinedRow>()
    const tests = ids ? [idIn(dialect, collection, ids)] : []
    if (searchDeadline && !isForFew) tests.push(dialect.beforeDeadline(searchDeadline, name(collection.name, 'id')))
    if (predicates.length > 0) tests.push(compileForRecord(combined, { dialect, joins, order, reads, ...searchesOf(order) }))
    return { where: whereAll(tests), reads }
  }
  const any = whereIn('any')
  const inOrder = joined.size === 0 || isForFew ? any : whereIn('table')
  const table = queriedTable(dialect, query)
  const matching = sql`${table}${joins.single(any.reads)}${any.where}`
  const keys = sort ? compileSort(sort.items, predicates, { ...scopeOf(sort), ...hidingOf(sort) }) : []
  const rows = query.readsInRowOrder ? dialect.inRowOrder(table) : table
  const joinsOf = ({ reads }: typeof any): Sql => (sort?.items.every(isOwnKey) === false ? joins.single() : joins.single(reads))
  const matchingRows = { all: sql`${table}${joinsOf(any)}${any.where}`, inOrder: sql`${rows}${joinsOf(inOrder)}${inOrder.where}` }
  const ordered = sql`${matchingRows.inOrder}${orderBy(dialect, collection, sort?.items ?? [], keys)}`
  const collections = new Set([collection, ...(request.auth ? [request.auth.collection] : []), ...joined])
  return {
    matching,
    ...countingOf(collection),
    ordered,
    ...pageReaders(dialect, query, matchingRows, keys, lastKeys(dialect, collection, sort?.items ?? [])),
    reads: [...collections],
    joined: [...joined],
  }
}
