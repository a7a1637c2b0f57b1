import { type Fields, lastName, walk } from './nodes.ts'

/** The kinds of nodes that a query can consist of. All others are rejected, among them everything that changes or locks rows. */
const allowedNodes = new Set([
  'SelectStmt',
  'WithClause',
  'CommonTableExpr',
  'ResTarget',
  'RangeVar',
  'RangeSubselect',
  'RangeFunction',
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
  'CollateClause',
  'TypeCast',
  'TypeName',
  'SortBy',
  'RowExpr',
  'List',
  'String',
  'Integer',
  'Float',
  'Boolean',
  'IndexElem',
])

/** The functions of PostgreSQL that a query can call. None of them reads files, settings or other tables, changes anything, or waits. */
const allowedFunctions = new Set(
  `count sum avg min max string_agg json_agg json_object_agg json_build_array json_build_object row_number rank dense_rank percent_rank
  cume_dist ntile lag lead first_value last_value nth_value abs sign sqrt exp ln ceil ceiling floor power pow btrim ltrim rtrim replace
  strpos concat lower upper array_append array_cat`.split(/\s+/),
)

const allowedTypes = new Set(['pg_catalog.text', 'pg_catalog.json', 'pg_catalog.int8', 'text', 'json'])

const fullName = (parts: unknown): string => (Array.isArray(parts) ? parts.map(part => part.String?.sval).join('.') : '')

/** Matches the catalogs of PostgreSQL. The stored names of tables that begin like them contain a character more, see `storedName`. */
const catalogNames = /^pg_[^~]*$/i

function assertTable({ relname, schemaname, catalogname }: Fields): void {
  if (schemaname !== undefined || catalogname !== undefined || catalogNames.test(String(relname)))
    throw new Error(`the table ${[catalogname, schemaname, relname].filter(part => part !== undefined).join('.')} cannot be read`)
}

/** Functions of the schema `coffer` only compute values. */
const isAllowedFunction = (names: unknown[]): boolean =>
  names.length === 2 ? fullName(names).startsWith('coffer.') : names.length === 1 && allowedFunctions.has(lastName(names))

/** The types of the schema `coffer` are domains without constraints. */
const isAllowedType = (names: unknown): boolean => fullName(names).startsWith('coffer.') || allowedTypes.has(fullName(names))

function assertNode(kind: string, fields: Fields): void {
  if (kind === 'ParamRef') throw new Error('parameters are not supported')
  if (!allowedNodes.has(kind)) throw new Error(`${kind} is not supported`)
  if (kind === 'RangeVar') assertTable(fields)
  if (kind === 'FuncCall' && !isAllowedFunction(fields.funcname))
    throw new Error(`the function ${fullName(fields.funcname)} is not supported`)
  if (kind === 'TypeCast' && !isAllowedType(fields.typeName?.names))
    throw new Error(`the type ${fullName(fields.typeName?.names)} is not supported`)
  if (kind === 'SelectStmt' && fields.lockingClause !== undefined) throw new Error('FOR UPDATE and FOR SHARE are not supported')
  if (kind === 'SelectStmt' && fields.intoClause !== undefined) throw new Error('SELECT INTO is not supported')
}

/**
 * Checks the parse tree of a query.
 * @returns the names of the tables and views that it reads
 * @throws Error with the reason when it contains anything but the allowed parts of a SELECT
 */
export function assertQuery(tree: unknown): Set<string> {
  const tables = new Set<string>()
  const subqueries = new Set<string>()
  walk(tree, (kind, fields) => {
    assertNode(kind, fields)
    if (kind === 'RangeVar') tables.add(String(fields.relname))
    if (kind === 'CommonTableExpr') subqueries.add(String(fields.ctename))
  })
  // PostgreSQL resolves a name in FROM to a subquery of WITH before a table.
  for (const name of subqueries) tables.delete(name)
  return tables
}
