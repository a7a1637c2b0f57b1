import { type Comparison, cosineOfDistance, type Dialect, type ReadPage, type SortKey } from '../Dialect.ts'
import { constant, join, name, type Sql, sql } from '../sql.ts'
import { includesText, like, likeText } from './textComparisons.ts'

/** Column names that no field can have. */
const rowidColumn = name('@rowid')
const keyColumn = (position: number) => name(`@key${position}`)
/** A name that no table can have, and that the tracer of reads does not mistake for a view. */
const matchingTable = name('#matching')

/** Returns the statement that reads the rows of a page, in the order of their row numbers in the page. */
const rowsOf = (page: Sql, columns: Sql, table: Sql): Sql =>
  sql`SELECT ${columns} FROM (${page}) CROSS JOIN ${table} ON ${table}._rowid_ = ${rowidColumn}`

/** Returns a column as a JSON array: its JSON, or its plain value as the only element. */
const asArray = (column: Sql): Sql => sql`CASE WHEN json_valid(${column}) THEN ${column} ELSE json_array(${column}) END`

const isArray = (column: Sql): Sql => sql`json_valid(${column}) AND json_type(${column}) = 'array'`

const creationDate = constant("TEXT DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL")

const columnTypes: Record<Parameters<Dialect['columnType']>[0], Sql> = {
  boolean: constant('BOOLEAN DEFAULT FALSE NOT NULL'),
  json: constant('JSON DEFAULT NULL'),
  list: constant("JSON DEFAULT '[]' NOT NULL"),
  number: constant('NUMERIC DEFAULT 0 NOT NULL'),
  point: constant(`JSON DEFAULT '{"lon":0,"lat":0}' NOT NULL`),
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

/** Sorts row numbers instead of rows. SQLite would copy all columns of each row that is ever among the first ones of its sort. */
function sortedRows(table: Sql, matching: Sql, keys: readonly SortKey[], last: readonly Sql[]): ReadPage {
  const terms = join([...keys.map(({ key, term }) => term(key)), ...last])
  return (columns, limit, offset) =>
    rowsOf(
      sql`SELECT ${table}._rowid_ AS ${rowidColumn} ${matching} ORDER BY ${terms} LIMIT ${limit} OFFSET ${offset}`,
      columns,
      table,
    )
}

/** Stores the row numbers and sort keys of the matching rows, so that they can be counted and sorted after a single scan. */
function countedRows(table: Sql, matching: Sql, keys: readonly SortKey[], maxRows: number): ReadPage {
  const stored = [
    sql`${table}._rowid_ AS ${rowidColumn}`,
    ...keys.map(({ key }, position) => sql`${key} AS ${keyColumn(position)}`),
  ]
  const matchingRows = sql`WITH ${matchingTable} AS MATERIALIZED (SELECT ${join(stored)} ${matching} LIMIT ${maxRows + 1})`
  const terms = join([...keys.map(({ term }, position) => term(keyColumn(position))), rowidColumn])
  return (columns, limit, offset) => {
    const page = sql`SELECT ${rowidColumn} FROM ${matchingTable} ORDER BY ${terms} LIMIT ${limit} OFFSET ${offset}`
    return sql`${matchingRows} ${rowsOf(page, sql`${columns}, (SELECT COUNT(*) FROM ${matchingTable})`, table)}`
  }
}

/**
 * Returns a number as a column stores it: whole numbers are integers there, and `~` finds `1` in their text. A bound number is
 * floating-point, whose text is `1.0`, and a cast does not change that.
 */
function asColumn(value: number): number | bigint {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? BigInt(value) : value
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
  like,
  includesText,
  likeText,
  boolean: isTrue => (isTrue ? sql`1` : sql`0`),
  truth: condition => sql`CASE WHEN ${condition} THEN 1 ELSE 0 END`,
  lower: text => sql`LOWER(${text})`,
  equalsIgnoringCase: (column, text) => sql`${column} = ${text} COLLATE NOCASE`,
  // SQLite also takes numbers and days such as February 31 for dates.
  formattedDate: (format, date, modifiers) =>
    sql`strftime(${join([sql`${format}`, sql`CASE WHEN substr(${date}, 1, 10) = date(${date}) THEN ${date} END`, ...modifiers.map(text => sql`${text}`)])})`,
  distance: (from, to) => {
    const [latA, lonA, latB, lonB] = [from.lat, from.lon, to.lat, to.lon].map(
      degrees => sql`radians(CASE WHEN typeof(${degrees}) IN ('integer', 'real') THEN ${degrees} END)`,
    ) as [Sql, Sql, Sql, Sql]
    // Rounding can make the cosine of a distance greater than 1.
    return sql`round(6371 * acos(min(1, max(-1, ${cosineOfDistance(latA, lonA, latB, lonB)}))), 6)`
  },
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

  // A field can have the name `rowid`, but not this one.
  rowNumber: sql`_rowid_`,
  random: sql`RANDOM()`,
  orderKey: (key, isDescending) => sql`${key} ${isDescending ? sql`DESC` : sql`ASC`}`,
  // SQLite reads a table in the order of its rows, unless an index is faster.
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
      return rowsOf(page, columns, table)
    }
  },
  sortedRows,
  countedRows,

  logPosition: {
    first: '0',
    current: sql`SELECT CAST(COALESCE(MAX(id), 0) AS TEXT) FROM ${name('_cofferEvents')}`,
    includes: position => sql`${name('_cofferEvents')}.id <= CAST(${position} AS INTEGER)`,
    isAfter: (position, id) => sql`${name('_cofferEvents')}.id > ${Math.max(id, Number(position))}`,
    isPossible: () => sql`1`,
  },
  hour: date => sql`strftime('%Y-%m-%d %H:00:00.000Z', ${date})`,
  // `openDatabase` defines the function. Node releases what a call needs in memory only when the statement ends, so one row in 256 calls it.
  beforeDeadline: (deadline, row) => sql`((RANDOM() & 255) OR coffer_in_time(${deadline}, ${row}))`,

  // Comparisons depend on the affinity of a column. A cast has it, too, but would change a text in a numeric column.
  stored: (value, type) => {
    if (type === 'text') return sql`CAST(${value} AS TEXT)`
    return typeof value === 'number' ? sql`CAST(${asColumn(value)} AS NUMERIC)` : sql`${value}`
  },
  storedRecords: records => sql`json_each(${records})`,
  storedIn: (record, column, type) => {
    const value = sql`json_extract(${record}, ${`$.${JSON.stringify(column)}`})`
    if (type === 'text') return sql`CAST(${value} AS TEXT)`
    return type === 'json' || type === 'list' || type === 'point' ? value : sql`CAST(${value} AS NUMERIC)`
  },
  columnType: type => columnTypes[type],
}
