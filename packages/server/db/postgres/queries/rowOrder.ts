import { builtIn, column, type Fields, lastName, type Node, walk } from './nodes.ts'

/**
 * The columns by which the rows of a view are sorted if its query has no order: the row number in the first table of the query, and
 * the row numbers in the tables that it joins. Clients do not see them.
 */
export const viewOrderColumns = ['@row', '@rows'] as const

/** The row numbers of a combination of rows: of the first table, and an array of the others. */
interface RowNumbers {
  first: Node
  joined: Node
}

/** Returns the columns with row numbers of a table or view; none for anything else. */
type FindRowNumbers = (table: Fields) => readonly string[]

const nullAs = (type: Fields): Node => ({
  TypeCast: {
    arg: { A_Const: { isnull: true } },
    typeName: { names: [{ String: { sval: 'pg_catalog' } }, { String: { sval: 'int8' } }], typemod: -1, ...type },
  },
})
const noRow = nullAs({})
const noRows = nullAs({ arrayBounds: [{ Integer: { ival: -1 } }] })

function joinedTo({ first, joined }: RowNumbers, other: RowNumbers): RowNumbers {
  const appended = builtIn('array_append', [joined, other.first])
  return { first, joined: other.joined === noRows ? appended : builtIn('array_cat', [appended, other.joined]) }
}

const keysOf = ({ first, joined }: RowNumbers): Node[] => [first, joined].filter(key => key !== noRow && key !== noRows)

/** PostgreSQL uses the index of row numbers only for its own order of nulls. */
export function ascending(node: Node): Node {
  return {
    SortBy: { node, sortby_dir: 'SORTBY_DEFAULT', sortby_nulls: 'SORTBY_NULLS_DEFAULT' },
  }
}

/** SQLite sorts null before all values. */
export function nullsFirst(node: Node): Node {
  return { SortBy: { ...ascending(node).SortBy, sortby_nulls: 'SORTBY_NULLS_FIRST' } }
}

const aggregates = new Set(['count', 'sqlite_sum', 'sqlite_avg', 'min', 'max', 'string_agg', 'json_agg', 'json_object_agg'])

/** Whether a query without groups has a single row. */
export function isAggregated({ targetList, havingClause }: Fields): boolean {
  const inSubqueries = new Set<unknown>()
  let found = havingClause !== undefined
  walk(targetList, (kind, fields) => {
    if (kind === 'SubLink') walk(fields.subselect, (_, inner) => inSubqueries.add(inner))
    if (kind === 'FuncCall' && !fields.over && !inSubqueries.has(fields) && aggregates.has(lastName(fields.funcname)))
      found = true
  })
  return found
}

const isStar = ({ ResTarget }: Node): boolean => (ResTarget?.val?.ColumnRef?.fields ?? []).some((part: Node) => 'A_Star' in part)

const nameOf = ({ ResTarget }: Node): string => ResTarget?.name ?? lastName(ResTarget?.val?.ColumnRef?.fields)

/** The column `id`, if a query selects it by this name. */
const idOf = (targets: readonly Node[]): Node[] => (targets.some(target => nameOf(target) === 'id') ? [column('id')] : [])

const sortedBy = (select: Fields, keys: readonly Node[]): Fields =>
  keys.length === 0 ? select : { ...select, sortClause: [...(select.sortClause ?? []), ...keys] }

/** All columns, in the order in which SQLite sorts the rows of UNION; the id where rows can have columns without an order. */
const distinctOrder = (targets: readonly Node[], hasOrder: boolean): Node[] =>
  hasOrder && !targets.some(isStar)
    ? targets.map((_, index) => nullsFirst({ A_Const: { ival: { ival: index + 1 } } }))
    : idOf(targets).map(nullsFirst)

const firstSelect = (select: Fields): Fields => (select.larg ? firstSelect(select.larg) : select)

/** Adds an order to queries whose rows PostgreSQL would return in any order. */
class RowOrder {
  readonly #find: FindRowNumbers
  /** Number of subqueries without a name, which need one. */
  #unnamed = 0

  constructor(find: FindRowNumbers) {
    this.#find = find
  }

  /**
   * Returns a query with an order of its rows.
   * @param canShow whether the columns of the order can be added to the query, which costs less than sorting in it
   */
  of(select: Fields, canShow: boolean): { select: Fields; numbers?: RowNumbers | undefined } {
    const targets: Node[] = select.targetList ?? []
    if (select.op && select.op !== 'SETOP_NONE')
      return { select: sortedBy(select, distinctOrder(firstSelect(select).targetList ?? [], !select.all)) }
    if (select.distinctClause) return { select: sortedBy(select, distinctOrder(targets, true)) }
    if (select.groupClause) return { select: sortedBy(select, [...select.groupClause, ...idOf(targets)].map(nullsFirst)) }
    if (!select.fromClause || isAggregated(select)) return { select }
    const sources = (select.fromClause as Node[]).map(source => this.#source(source, !targets.some(isStar)))
    const ordered = { ...select, fromClause: sources.map(({ source }) => source) }
    const [first, ...others] = sources.flatMap(({ numbers }) => numbers)
    const numbers = first && others.reduce<RowNumbers | undefined>((all, other) => all && other && joinedTo(all, other), first)
    const isSortedSubquery = others.length === 0 && !('RangeVar' in select.fromClause[0])
    const keys = numbers ? keysOf(numbers) : isSortedSubquery ? [] : idOf(targets)
    if (numbers && canShow && !select.sortClause && !select.limitCount) {
      const shown = [numbers.first, numbers.joined].map((val, index) => ({ ResTarget: { name: viewOrderColumns[index], val } }))
      return { select: { ...ordered, targetList: [...targets, ...shown] }, numbers }
    }
    return { select: sortedBy(ordered, keys.map(ascending)) }
  }

  /** Returns a source of rows with an order, and the row numbers of each table in it. */
  #source(source: Node, canShow: boolean): { source: Node; numbers: (RowNumbers | undefined)[] } {
    const { RangeVar, JoinExpr, RangeSubselect, RangeFunction } = source
    if (JoinExpr) {
      const [left, right] = [this.#source(JoinExpr.larg, canShow), this.#source(JoinExpr.rarg, canShow)]
      return {
        source: { JoinExpr: { ...JoinExpr, larg: left.source, rarg: right.source } },
        numbers: [...left.numbers, ...right.numbers],
      }
    }
    if (RangeVar) return { source, numbers: [numbersIn(RangeVar.alias?.aliasname ?? RangeVar.relname, this.#find(RangeVar))] }
    if (RangeSubselect && !RangeSubselect.alias?.colnames) {
      const alias = RangeSubselect.alias ?? { aliasname: `@${++this.#unnamed}` }
      const { select, numbers } = this.of(RangeSubselect.subquery.SelectStmt, canShow)
      const shown = numbers ? viewOrderColumns : []
      return {
        source: { RangeSubselect: { ...RangeSubselect, alias, subquery: { SelectStmt: select } } },
        numbers: [numbersIn(alias.aliasname, shown)],
      }
    }
    if (RangeFunction && canShow) {
      const colnames = ['key', 'value', 'type', viewOrderColumns[0]].map(sval => ({ String: { sval } }))
      const alias = { ...RangeFunction.alias, colnames }
      return {
        source: { RangeFunction: { ...RangeFunction, ordinality: true, alias } },
        numbers: [numbersIn(alias.aliasname, ['@row'])],
      }
    }
    return { source, numbers: [undefined] }
  }
}

const numbersIn = (alias: string, [first, joined]: readonly string[]): RowNumbers | undefined =>
  first === undefined ? undefined : { first: column(alias, first), joined: joined === undefined ? noRows : column(alias, joined) }

/**
 * Gives the query of a view an order, so that the pages of a list neither repeat nor skip rows: PostgreSQL returns rows in any order,
 * and SQLite mostly in the order of the first table. A query that only joins tables gets the columns `viewOrderColumns`, by which lists
 * are sorted. Any other query is sorted itself: after its ORDER BY, by its groups or by all its columns.
 */
export function orderRows(statement: Node, find: FindRowNumbers): Node {
  return {
    SelectStmt: new RowOrder(find).of(statement.SelectStmt ?? {}, true).select,
  }
}
