import type { Comparison, Dialect } from '../Dialect.ts'
import { constant, name, type Sql, sql } from '../sql.ts'

/** SQLite's default for SQLITE_MAX_LIKE_PATTERN_LENGTH, without the two `%` around the pattern. */
const maxPatternBytes = 50_000 - 2

/** A column name that no field can have. */
const rowidColumn = name('@rowid')

const escaped = sql`ESCAPE '\\'`

const isLike = (isNegated: boolean): Sql => (isNegated ? sql`NOT LIKE` : sql`LIKE`)

/** Returns a column as a JSON array: its JSON, or its plain value as the only element. */
const asArray = (column: Sql): Sql => sql`CASE WHEN json_valid(${column}) THEN ${column} ELSE json_array(${column}) END`

const isArray = (column: Sql): Sql => sql`json_valid(${column}) AND json_type(${column}) = 'array'`

const creationDate = constant("TEXT DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL")

const columnTypes: Record<Parameters<Dialect['columnType']>[0], Sql> = {
  boolean: constant('BOOLEAN DEFAULT FALSE NOT NULL'),
  json: constant('JSON DEFAULT NULL'),
  list: constant("JSON DEFAULT '[]' NOT NULL"),
  number: constant('NUMERIC DEFAULT 0 NOT NULL'),
  text: constant("TEXT DEFAULT '' NOT NULL"),
  recordId: constant("TEXT PRIMARY KEY DEFAULT ('r'||lower(hex(randomblob(7)))) NOT NULL"),
  creationDate,
  requiredText: constant('TEXT NOT NULL'),
}

const operators: Readonly<Record<Comparison, Sql>> = {
  '=': constant('='),
  '<': constant('<'),
  '<=': constant('<='),
  '>': constant('>'),
  '>=': constant('>='),
}

/** The SQL of SQLite. The column types are those of the 0.22 layout. */
export const sqliteDialect: Dialect = {
  column: column => column,
  compare: (left, operator, right) => sql`${left} ${operators[operator]} ${right}`,
  isSame: (left, right) => sql`${left} IS ${right}`,
  isDifferent: (left, right) => sql`${left} IS NOT ${right}`,
  isSameOrEmpty: (left, right) => sql`COALESCE(${left}, '') = COALESCE(${right}, '')`,
  isDifferentAndNotEmpty: (left, right) => sql`COALESCE(${left}, '') IS NOT COALESCE(${right}, '')`,
  isEmpty: value => sql`(${value} = '' OR ${value} IS NULL)`,
  isNotEmpty: value => sql`(${value} IS NOT '' AND ${value} IS NOT NULL)`,
  like: (value, pattern, isNegated) => sql`${value} ${isLike(isNegated)} ${pattern} ${escaped}`,
  // A longer pattern would be an error, and the error would reveal the text of a record that the rest of the query hides.
  likeText: (value, text, isNegated) =>
    sql`IIF(OCTET_LENGTH(${text}) > ${maxPatternBytes}, ${isNegated}, ${value} ${isLike(isNegated)} ('%' || ${text} || '%') ${escaped})`,
  boolean: isTrue => (isTrue ? sql`1` : sql`0`),
  lower: text => sql`LOWER(${text})`,
  inIds: (value, ids) => sql`${value} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,

  elements: list => sql`json_each(${asArray(list)})`,
  tableOfTexts: texts => sql`json_each(${JSON.stringify(texts)})`,
  element: value => value,
  contains: (list, text) => sql`${text} IN (SELECT value FROM ${sqliteDialect.elements(list)})`,
  listLength: list =>
    sql`json_array_length(CASE WHEN json_valid(${list}) THEN ${list} WHEN ${list} IS NULL OR ${list} = '' THEN '[]' ELSE json_array(${list}) END)`,
  textLength: text => sql`(${text} IS NOT NULL AND ${text} != '')`,
  // Unless the JSON has escapes, it contains the text.
  listMayContain: (list, text) => sql`(INSTR(${list}, ${text}) OR INSTR(${list}, '\\'))`,
  jsonArray: value => sql`json_group_array(${value})`,
  jsonAt: (json, path) => {
    const steps = path.map(key => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join('')
    return sql`CASE WHEN json_valid(${json}) THEN json_extract(${json}, ${`$${steps}`})
    ELSE json_extract(json_object('pb', ${json}), ${`$.pb${steps}`}) END`
  },
  toList: value => sql`CASE
    WHEN COALESCE(${value}, '') = '' THEN '[]'
    WHEN ${isArray(value)} THEN ${value}
    ELSE json_array(${value}) END`,
  lastOf: list => sql`CASE
    WHEN COALESCE(${list}, '[]') = '[]' THEN ''
    WHEN ${isArray(list)} THEN COALESCE(json_extract(${list}, '$[#-1]'), '')
    ELSE ${list} END`,

  rowNumber: sql`rowid`,
  random: sql`RANDOM()`,
  orderKey: (key, isDescending) => sql`${key} ${isDescending ? sql`DESC` : sql`ASC`}`,
  // SQLite reads a table in the order of its rows, and its sort is stable.
  insertionOrder: () => undefined,
  viewOrder: () => [],
  elementOrder: () => undefined,
  inRowOrder: table => sql`${table} NOT INDEXED`,
  withoutIndex: value => sql`+${value}`,
  newestFirst: (table, date) => {
    // Rows are mostly in the order of their dates. A scan from the last row sees the page first and skips nearly all other rows,
    // because they are older; it reads only their dates. LIMIT -1 limits nothing, but prevents SQLite from flattening the subquery
    // and choosing another order.
    const rows = sql`SELECT _rowid_ AS ${rowidColumn}, ${date} FROM ${table} ORDER BY _rowid_ DESC LIMIT -1`
    return (columns, limit, offset) => {
      const page = sql`SELECT ${rowidColumn} FROM (${rows}) ORDER BY ${date} DESC, ${rowidColumn} LIMIT ${limit} OFFSET ${offset}`
      return sql`SELECT ${columns} FROM (${page}) CROSS JOIN ${table} ON ${table}._rowid_ = ${rowidColumn}`
    }
  },

  hour: date => sql`strftime('%Y-%m-%d %H:00:00.000Z', ${date})`,
  // `openDatabase` defines the function.
  beforeDeadline: (deadline, row) => sql`coffer_in_time(${deadline}, ${row})`,

  latencyFactor: 1,
  columnType: type => columnTypes[type],
}
