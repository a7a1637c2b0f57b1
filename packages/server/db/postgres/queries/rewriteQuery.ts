import { conversionTo, toText, writeCall } from './functions.ts'
import { builtIn, call, cast, column, type Fields, lastName, type Node, not, replaceNodes, text, walk } from './nodes.ts'
import { ascending, isAggregated, nullsFirst, orderRows } from './rowOrder.ts'

/** A table or view that a query can read. */
export interface Relation {
  name: string
  columns: readonly string[]
  /** The columns that number its rows, which are not in `columns`: one of a table, two of a view, none of a view that is sorted. */
  rowNumbers: readonly string[]
  /** The names of the relation and its columns that PostgreSQL stores in another form, by that form. */
  fullNames: ReadonlyMap<string, string>
}

interface Context {
  relations: readonly Relation[]
  /** The names in double quotes, which are strings if nothing has them. */
  quotedNames: ReadonlySet<string>
  /** The names that PostgreSQL stores in another form, by that form. */
  fullNames: ReadonlyMap<string, string>
  /** Returns the text of the expression at a position of the query. */
  expressionAt: (location: number) => string
  /** Whether the rows need an order, as those of a view do. */
  isView: boolean
}

/** A set of names that finds them in any case. */
class Names {
  readonly #exact = new Set<string>()
  readonly #folded = new Map<string, string>()

  add(name: unknown): void {
    if (typeof name !== 'string') return
    this.#exact.add(name)
    if (!this.#folded.has(name.toLowerCase())) this.#folded.set(name.toLowerCase(), name)
  }

  find(name: string): string | undefined {
    return this.#exact.has(name) ? name : this.#folded.get(name.toLowerCase())
  }
}

/** The columns of `json_each`. */
const elementColumns = ['key', 'value', 'type']
const rowNumber = '@row'
const rowNumberNames = new Set(['rowid', '_rowid_', 'oid'])

const comparisons = new Set(['=', '<>', '<', '>', '<=', '>='])

/** Whether a number is never an integer in SQLite, so that dividing it has a fraction. */
function isReal(node: Node | undefined): boolean {
  if (!node) return false
  if ('A_Const' in node) return node.A_Const?.fval !== undefined
  if ('FuncCall' in node)
    return ['sqlite_avg', 'sqlite_round', 'to_real', 'sqrt', 'sqlite_julianday', 'divide_reals'].includes(
      lastName(node.FuncCall?.funcname),
    )
  if (node.CoalesceExpr) return node.CoalesceExpr.args.some(isReal)
  if ('A_Expr' in node) return isReal(node.A_Expr?.lexpr) || isReal(node.A_Expr?.rexpr)
  return false
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const isCallOf = (node: Node | undefined, name: string): boolean => lastName(node?.FuncCall?.funcname) === name

/** Rewrites the parse tree of one query in SQLite's dialect to PostgreSQL's. */
class Rewriter {
  readonly #context: Context
  /** Every name that the query can refer to. */
  readonly #names = new Names()
  readonly #relations = new Names()
  readonly #columns = new Names()
  readonly #subqueries = new Names()
  #readsElements = false

  constructor(context: Context, tree: unknown) {
    this.#context = context
    for (const relation of context.relations) {
      this.#relations.add(relation.name)
      this.#names.add(relation.name)
      for (const name of relation.columns) {
        this.#columns.add(name)
        this.#names.add(name)
      }
    }
    walk(tree, (kind, fields) => this.#collect(kind, fields))
  }

  #collect(kind: string, fields: Fields): void {
    if (kind === 'ResTarget') this.#names.add(fields.name)
    if (kind === 'CommonTableExpr') {
      this.#subqueries.add(fields.ctename)
      this.#names.add(fields.ctename)
      for (const name of fields.aliascolnames ?? []) this.#names.add(name.String?.sval)
    }
    if (kind === 'RangeVar' || kind === 'RangeSubselect' || kind === 'RangeFunction' || kind === 'JoinExpr') {
      this.#names.add(fields.alias?.aliasname)
      for (const name of fields.alias?.colnames ?? []) this.#names.add(name.String?.sval)
    }
    if (kind === 'RangeFunction') {
      this.#readsElements = true
      for (const name of ['json_each', ...elementColumns]) this.#names.add(name)
    }
  }

  rewrite(tree: unknown): unknown {
    return replaceNodes(tree, (kind, fields) => this.#replace(kind, fields))
  }

  #replace(kind: string, fields: Fields): Node {
    if (kind === 'ColumnRef') return this.#columnRef(fields)
    if (kind === 'RangeVar') return this.#rangeVar(fields)
    if (kind === 'RangeFunction') return rangeFunction(fields)
    if (kind === 'FuncCall') return funcCall(fields)
    if (kind === 'TypeCast') return call(conversionTo(lastName(fields.typeName?.names)), fields.arg)
    if (kind === 'A_Expr') return this.#expression(fields)
    if (kind === 'CollateClause') return collated(fields)
    if (kind === 'SortBy') return sortBy(fields)
    if (kind === 'JoinExpr') return this.#join(fields)
    // The printer does not quote these names.
    if (kind === 'CommonTableExpr') return { CommonTableExpr: { ...fields, ctename: quoted(fields.ctename) } }
    if (kind === 'ResTarget') return this.#target(fields)
    if (kind === 'SelectStmt') return this.#select(fields)
    return { [kind]: fields }
  }

  #columnRef(fields: Fields): Node {
    const parts: Node[] = fields.fields
    if (parts.some(part => 'A_Star' in part)) return { ColumnRef: { ...fields, fields: parts.map(part => this.#part(part)) } }
    const names = parts.map(part => part.String?.sval as string)
    const path = names.length > 2 && names[0]?.toLowerCase() === 'main' ? names.slice(1) : names
    const name = path.at(-1) as string
    if (path.length === 1 && this.#names.find(name) === undefined && this.#context.quotedNames.has(name))
      return text(this.#context.fullNames.get(name) ?? name)
    const resolved = column(...path.map((part, index) => this.#resolve(part, index === path.length - 1)))
    return { ColumnRef: { ...resolved.ColumnRef, written: name } }
  }

  #part(part: Node): Node {
    return part.String ? { String: { sval: this.#resolve(part.String.sval, false) } } : part
  }

  #resolve(name: string, isColumn: boolean): string {
    const found = this.#names.find(name)
    if (found !== undefined || !isColumn || !rowNumberNames.has(name.toLowerCase())) return found ?? name
    return this.#context.relations.some(isTable) ? rowNumber : name
  }

  #rangeVar(fields: Fields): Node {
    const { schemaname, relname, ...rest } = fields
    const written = (name: string) => this.#context.fullNames.get(name) ?? name
    if (schemaname !== undefined && schemaname.toLowerCase() !== 'main')
      throw new Error(`no such table: ${written(schemaname)}.${written(relname)}`)
    const found = (schemaname === undefined ? this.#subqueries.find(relname) : undefined) ?? this.#relations.find(relname)
    if (found === undefined) throw new Error(`no such table: ${written(relname)}`)
    return { RangeVar: { ...rest, relname: found } }
  }

  #join(fields: Fields): Node {
    if (fields.isNatural) throw new Error('NATURAL JOIN is not portable to PostgreSQL. Write JOIN with ON.')
    const usingClause = fields.usingClause?.map((part: Node) => ({ String: { sval: this.#resolve(part.String?.sval, true) } }))
    return { JoinExpr: { ...fields, ...(usingClause ? { usingClause } : {}) } }
  }

  /** A column without an alias is called as it is written, and the column of an expression like the text of the expression. */
  #target(fields: Fields): Node {
    const { ColumnRef } = fields.val
    if (fields.name !== undefined || fields.location === undefined) return { ResTarget: fields }
    if (ColumnRef) {
      const isRenamed = ColumnRef.written !== undefined && ColumnRef.written !== lastName(ColumnRef.fields)
      return { ResTarget: isRenamed ? { ...fields, name: ColumnRef.written } : fields }
    }
    return { ResTarget: { ...fields, name: this.#context.expressionAt(fields.location) } }
  }

  #expression(fields: Fields): Node {
    const operator = lastName(fields.name)
    const { kind, lexpr, rexpr } = fields
    if (kind === 'AEXPR_LIKE') {
      const [pattern, sign] = isCallOf(rexpr, 'like_escape') ? rexpr.FuncCall.args : [rexpr]
      const matches = call('sqlite_like', toText(lexpr), toText(pattern), ...(sign ? [sign] : []))
      return operator === '!~~' ? not(matches) : matches
    }
    if (kind === 'AEXPR_OP' && (operator === '->' || operator === '->>'))
      return call(operator === '->' ? 'sqlite_json_part' : 'sqlite_json_extract', lexpr, rexpr)
    if (kind === 'AEXPR_OP' && operator === '/' && (isReal(lexpr) || isReal(rexpr))) return call('divide_reals', lexpr, rexpr)
    const isComparison = comparisons.has(operator) && kind !== 'AEXPR_NULLIF'
    return { A_Expr: isComparison ? { ...fields, ...this.#comparable(lexpr, rexpr) } : fields }
  }

  /** NOCASE on one side of a comparison applies to the other side, too, and texts are compared with values of JSON. */
  #comparable(lexpr: Node, rexpr: Node): { lexpr: Node; rexpr: Node } {
    const folds = isCallOf(lexpr, 'nocase') || isCallOf(rexpr, 'nocase')
    const both = isCallOf(lexpr, 'nocase') && isCallOf(rexpr, 'nocase')
    const hasValue = this.#isValue(lexpr) || this.#isValue(rexpr)
    const change = (node: Node): Node => {
      const list = node?.List?.items as Node[] | undefined
      if (list) return { List: { items: list.map(change) } }
      if (folds && !both && !isCallOf(node, 'nocase')) return call('nocase', toText(node))
      return hasValue && node?.A_Const?.sval ? cast(node, 'text') : node
    }
    return { lexpr: change(lexpr), rexpr: change(rexpr) }
  }

  #isValue(node: Node | undefined): boolean {
    const name = lastName(node?.ColumnRef?.fields)
    return isCallOf(node, 'sqlite_json_extract') || (this.#readsElements && (name === 'value' || name === 'key'))
  }

  #select(fields: Fields): Node {
    const targets: Node[] = (fields.targetList ?? []).flatMap((target: Node) => this.#expand(target, fields.fromClause ?? []))
    const order = this.#rowOrder(fields)
    const numbered = order ? (replaceNodes(targets, (kind, inner) => withOrder(kind, inner, order)) as Node[]) : targets
    const select: Fields = { ...fields, ...(fields.targetList ? { targetList: numbered } : {}) }
    if (fields.limitCount && !fields.sortClause && !fields.distinctClause && order) select.sortClause = order
    for (const clause of ['whereClause', 'havingClause']) {
      if (select[clause]) select[clause] = this.#withAliases(select[clause], targets)
    }
    return { SelectStmt: select }
  }

  /** Returns the order in which SQLite reads the rows of a query: by its groups, or in the order of its tables. */
  #rowOrder(select: Fields): Node[] | undefined {
    const groups: Node[] = select.groupClause ?? []
    if (groups.length > 0) return groups.every(({ ColumnRef }) => ColumnRef) ? groups.map(nullsFirst) : undefined
    if (isAggregated(select)) return undefined
    const numbers = (select.fromClause ?? [])
      .flatMap(sourcesOf)
      .flatMap(({ alias, table }: Source) =>
        alias === undefined ? [] : this.#rowNumbers(table).map(number => ascending(column(alias, number))),
      )
    return numbers.length === 0 ? undefined : numbers
  }

  /** Returns the columns that number the rows of a table, unless a subquery of WITH has its name. */
  #rowNumbers(table: string | undefined): readonly string[] {
    if (table === undefined || this.#subqueries.find(table) !== undefined) return []
    return this.#context.relations.find(({ name }) => name === table)?.rowNumbers ?? []
  }

  /** Gives a rewritten query an order of its rows. */
  order(statement: Node): Node {
    return orderRows(statement, ({ relname }) => this.#rowNumbers(relname))
  }

  /** SQLite allows the names of result columns in conditions. */
  #withAliases(condition: Node, targets: readonly Node[]): unknown {
    const aliases = new Map(targets.flatMap(({ ResTarget }) => (ResTarget?.name ? [[ResTarget.name, ResTarget.val]] : [])))
    return replaceNodes(condition, (kind, fields) => {
      const name = kind === 'ColumnRef' && fields.fields.length === 1 ? lastName(fields.fields) : ''
      return aliases.has(name) && this.#columns.find(name) === undefined ? aliases.get(name) : { [kind]: fields }
    })
  }

  /** Writes the columns of `*`, because each table has one that numbers its rows. */
  #expand(target: Node, from: readonly Node[]): Node[] {
    const parts: Node[] = target.ResTarget?.val?.ColumnRef?.fields ?? []
    if (!parts.some(part => 'A_Star' in part)) return [target]
    const sources = from.flatMap(sourcesOf)
    const wanted = parts.length === 1 ? sources : sources.filter(({ alias }) => alias === lastName(parts.slice(0, -1)))
    const columns = wanted.map(({ alias, table }) => {
      const relation = this.#context.relations.find(({ name }) => name === table)
      return relation && alias !== undefined ? relation.columns.map(name => column(alias, name)) : undefined
    })
    if (columns.some(list => list === undefined)) return [target]
    return columns.flatMap(list => (list ?? []).map((val): Node => ({ ResTarget: { val } })))
  }
}

const isTable = ({ rowNumbers }: Relation): boolean => rowNumbers.length === 1

/** Gives `ROW_NUMBER() OVER ()` the order of the rows, which PostgreSQL would number in any order. */
function withOrder(kind: string, fields: Fields, order: readonly Node[]): Node {
  const { over } = fields
  const isUnordered = kind === 'FuncCall' && over && !over.orderClause && !over.partitionClause && !over.name
  if (!isUnordered || lastName(fields.funcname) !== 'row_number') return { [kind]: fields }
  return { FuncCall: { ...fields, over: { ...over, orderClause: order } } }
}

interface Source {
  alias: string | undefined
  table: string | undefined
}

function sourcesOf({ RangeVar, JoinExpr, ...other }: Node): Source[] {
  if (RangeVar) return [{ alias: RangeVar.alias?.aliasname ?? RangeVar.relname, table: RangeVar.relname }]
  if (JoinExpr) return [...sourcesOf(JoinExpr.larg), ...sourcesOf(JoinExpr.rarg)]
  return [{ alias: Object.values(other)[0]?.alias?.aliasname, table: undefined }]
}

function funcCall(fields: Fields): Node {
  const name = lastName(fields.funcname)
  // The function that PostgreSQL's parser writes for ESCAPE, and the function in FROM.
  if (name === 'like_escape' || name === 'json_each') return { FuncCall: fields }
  return writeCall(name, fields)
}

/** The only function in FROM is `json_each`. */
function rangeFunction(fields: Fields): Node {
  const [[item, ...more] = []]: Node[][] = fields.functions?.map((list: Node) => list.List?.items ?? []) ?? []
  const args: Node[] = item?.FuncCall?.args ?? []
  if (!isCallOf(item, 'json_each') || args.length !== 1)
    throw new Error('The only function in FROM that is portable to PostgreSQL is json_each with one argument.')
  const alias = fields.alias ?? { aliasname: 'json_each' }
  return { RangeFunction: { ...fields, alias, functions: [{ List: { items: [call('sqlite_json_each', ...args), ...more] } }] } }
}

function collated({ arg, collname }: Fields): Node {
  const collation = lastName(collname).toLowerCase()
  if (collation === 'nocase') return call('nocase', toText(arg))
  if (collation === 'rtrim') return builtIn('rtrim', [toText(arg)])
  if (collation === 'binary') return arg
  throw new Error(`no such collation sequence: ${lastName(collname)}`)
}

/** SQLite treats null as smaller than all values. */
function sortBy(fields: Fields): Node {
  if (fields.sortby_nulls !== 'SORTBY_NULLS_DEFAULT') return { SortBy: fields }
  const nulls = fields.sortby_dir === 'SORTBY_DESC' ? 'SORTBY_NULLS_LAST' : 'SORTBY_NULLS_FIRST'
  return { SortBy: { ...fields, sortby_nulls: nulls } }
}

/**
 * Rewrites the parse tree of a query in SQLite's dialect to PostgreSQL's: names in the case in which they are stored, functions and
 * conversions of the schema `coffer`, and the order of nulls.
 * @throws Error with the reason when the query is not portable
 */
export function rewriteQuery(tree: Node, context: Context): Node {
  const rewriter = new Rewriter(context, tree)
  const rewritten = rewriter.rewrite(tree) as Node
  return context.isView ? rewriter.order(rewritten) : rewritten
}
