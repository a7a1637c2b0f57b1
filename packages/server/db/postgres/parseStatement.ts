import { loadModule, parseSync } from 'libpg-query'
import type { Definition } from '../engine.ts'

await loadModule()

/** A node of PostgreSQL's parse tree, as JSON (parsenodes.h). */
type Node = Record<string, unknown>

/**
 * The kinds of nodes that a query can consist of. All others are rejected, among them everything that changes or locks rows.
 */
const allowedNodes = new Set([
  'SelectStmt',
  'WithClause',
  'CommonTableExpr',
  'ResTarget',
  'RangeVar',
  'RangeSubselect',
  'JoinExpr',
  'Alias',
  'ColumnRef',
  'A_Star',
  'A_Const',
  'A_Expr',
  'BoolExpr',
  'NullTest',
  'BooleanTest',
  'CaseExpr',
  'CaseWhen',
  'CoalesceExpr',
  'MinMaxExpr',
  'SubLink',
  'FuncCall',
  'WindowDef',
  'TypeCast',
  'TypeName',
  'CollateClause',
  'SortBy',
  'RowExpr',
  'List',
  'String',
  'Integer',
  'Float',
  'Boolean',
  'SQLValueFunction',
  'IndexElem',
])

/** The functions that a query can call. None of them reads files, settings or other tables, changes anything, or waits. */
const allowedFunctions = new Set([
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'string_agg',
  'abs',
  'round',
  'ceil',
  'floor',
  'mod',
  'sign',
  'power',
  'sqrt',
  'length',
  'lower',
  'upper',
  'btrim',
  'ltrim',
  'rtrim',
  'substr',
  'substring',
  'replace',
  'concat',
  'row_number',
  'rank',
  'dense_rank',
  'lag',
  'lead',
  'first_value',
  'last_value',
])

/** Calls a function with every node of a tree. */
const walk = (tree: unknown, visit: (kind: string, node: Node) => void): void => {
  if (typeof tree !== 'object' || tree === null) return
  for (const [key, value] of Object.entries(tree)) {
    // Kinds of nodes begin with a capital letter, fields of nodes do not.
    if (/^[A-Z]/.test(key)) visit(key, value as Node)
    walk(value, visit)
  }
}

const lastName = (names: unknown): string => {
  const last = Array.isArray(names) ? (names.at(-1) as { String?: { sval?: string } }) : undefined
  return last?.String?.sval ?? ''
}

const assertTable = ({ relname, schemaname, catalogname }: Node): void => {
  if (schemaname !== undefined || catalogname !== undefined || /^pg_/i.test(String(relname)))
    throw new Error(`the table ${[catalogname, schemaname, relname].filter(part => part !== undefined).join('.')} cannot be read`)
}

const assertNode = (kind: string, node: Node): void => {
  if (kind === 'ParamRef') throw new Error('parameters are not supported')
  if (!allowedNodes.has(kind)) throw new Error(`${kind} is not supported`)
  if (kind === 'RangeVar') assertTable(node)
  if (kind === 'FuncCall' && !allowedFunctions.has(lastName(node.funcname)))
    throw new Error(`the function ${lastName(node.funcname)} is not supported`)
  if (kind === 'SelectStmt' && node.lockingClause !== undefined) throw new Error('FOR UPDATE and FOR SHARE are not supported')
  if (kind === 'SelectStmt' && node.intoClause !== undefined) throw new Error('SELECT INTO is not supported')
}

/** Returns the only statement of a text. */
const parseOne = (text: string): Node => {
  const { stmts = [] } = parseSync(text) as { stmts?: { stmt?: Node }[] }
  const [first, ...more] = stmts
  if (more.length > 0) throw new Error('multiple statements are not supported')
  if (!first?.stmt) throw new Error('there is no statement')
  return first.stmt
}

const assertQuery = (tree: unknown): Set<string> => {
  const tables = new Set<string>()
  const subqueries = new Set<string>()
  walk(tree, (kind, node) => {
    assertNode(kind, node)
    if (kind === 'RangeVar') tables.add(String(node.relname))
    if (kind === 'CommonTableExpr') subqueries.add(String(node.ctename))
  })
  // PostgreSQL resolves a name in FROM to a subquery of WITH before a table.
  for (const name of subqueries) tables.delete(name)
  return tables
}

/**
 * Returns the names of the tables and views in an untrusted query.
 * @throws Error with the reason when the query is not a single SELECT of the allowed parts
 */
export const parseQuery = (text: string): Set<string> => {
  const statement = parseOne(text)
  if (!('SelectStmt' in statement)) throw new Error('only SELECT is supported')
  return assertQuery(statement)
}

/**
 * Checks an untrusted statement that defines a view or an index.
 * @throws Error with the reason when it is not a single statement that only defines this object
 */
export const parseDefinition = (text: string, definition: Definition): void => {
  const { ViewStmt, IndexStmt } = parseOne(text) as { ViewStmt?: Node; IndexStmt?: Node }
  if (definition.kind === 'view') {
    if ((ViewStmt?.view as Node | undefined)?.relname !== definition.name) throw new Error(`not the view ${definition.name}`)
    assertQuery({ view: { RangeVar: ViewStmt?.view }, query: ViewStmt?.query })
    return
  }
  const relation = IndexStmt?.relation as Node | undefined
  if (IndexStmt?.idxname !== definition.name || relation?.relname !== definition.table)
    throw new Error(`not the index ${definition.name} of the table ${definition.table}`)
  const { indexParams, whereClause } = IndexStmt
  assertQuery({ table: { RangeVar: relation }, indexParams, whereClause })
}
