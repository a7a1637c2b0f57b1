import type { ColumnType } from '@coffer/fields'
import { cosineOfDistance, type Dialect } from '../Dialect.ts'
import { constant, join, name, nondeterministic, nothing, type Sql, sql, typed } from '../sql.ts'
import { compare, isEmpty, isSame, isSameOrEmpty, sortKey } from './comparisons.ts'
import { own } from './functions.ts'
import { jsonOf, readOperand, textOf } from './operands.ts'
import { viewOrderColumns } from './queries/rowOrder.ts'
import { includesText, like, likeText } from './textComparisons.ts'

const rowNumber = name('@row')

/** A table with the column `value`. PostgreSQL rejects halves of surrogate pairs, which cannot occur in a stored text. */
const tableOf = (texts: readonly (string | number)[]): Sql =>
  sql`json_array_elements_text(${JSON.stringify(texts.map(text => String(text).toWellFormed()))}::json)`

/** Unless the JSON has escapes, it contains the text. */
const mayContain = (list: Sql, text: Sql): Sql => sql`(strpos(${list}::text, ${text}) > 0 OR strpos(${list}::text, '\\') > 0)`

/** The types of the columns of views, which can come from any expression. */
const viewTypes = {
  boolean: constant('boolean'),
  list: constant('json'),
  number: constant('double precision'),
  text: constant('text'),
}

const requiredText = constant('text COLLATE "C" NOT NULL')

const columnTypes: Record<Parameters<Dialect['columnType']>[0], Sql> = {
  boolean: constant('boolean DEFAULT false NOT NULL'),
  json: constant('json'),
  list: constant("json DEFAULT '[]' NOT NULL"),
  number: constant('double precision DEFAULT 0 NOT NULL'),
  point: constant(`json DEFAULT '{"lon":0,"lat":0}' NOT NULL`),
  text: constant('text COLLATE "C" DEFAULT \'\' NOT NULL'),
  recordId: constant('text COLLATE "C" PRIMARY KEY DEFAULT (\'r\' || left(md5(gen_random_uuid()::text), 14)) NOT NULL'),
  creationDate: constant(
    `text COLLATE "C" DEFAULT (to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS"Z"')) NOT NULL`,
  ),
  requiredText,
}

const storedTypes: Record<ColumnType, Sql> = {
  boolean: constant('boolean'),
  json: constant('json'),
  list: constant('json'),
  number: constant('double precision'),
  point: constant('json'),
  text: constant('text COLLATE "C"'),
}

/** Whether a row of `_cofferEvents` is visible in a snapshot. */
const isVisible = (snapshot: Sql): Sql => sql`pg_visible_in_snapshot(${name('_cofferEvents')}.xid, ${snapshot}::pg_snapshot)`

/** Number of rows from which the log is read from its start, because few of them belong to a position. */
const maxRecentRows = 10_000

/**
 * Returns a lower limit of the ids of the rows that do not belong to a position, from the transactions that may not have been visible
 * in it. The limit makes PostgreSQL read the index, which it would otherwise take for slower than the rows in the order of their ids.
 */
const firstIdSince = (position: string): Sql => sql`SELECT CASE WHEN COUNT(*) < ${maxRecentRows} THEN MIN(id) ELSE 0 END
  FROM (SELECT id FROM ${name('_cofferEvents')} WHERE xid >= pg_snapshot_xmin(${position}::pg_snapshot)
  ORDER BY xid LIMIT ${maxRecentRows}) AS recent`

/** The SQL of PostgreSQL. */
export const postgresDialect: Dialect = {
  rowsAsJson: query => sql`SELECT row_to_json(query)::text FROM (${query}) AS query`,
  column: (column, type, isOfView, affinity = type === 'text' ? 'text' : 'numeric') => {
    if (type === 'json' || type === 'point') return isOfView ? sql`to_json(${column})` : sql`${column}::json`
    const isReal = type === 'number' && affinity === 'real'
    return typed(isOfView ? sql`${column}::${viewTypes[type]}` : column, isReal ? 'real' : type, affinity)
  },
  compare,
  isSame: (left, right) => isSame(left, right, false),
  isDifferent: (left, right) => isSame(left, right, true),
  isSameOrEmpty: (left, right) => isSameOrEmpty(left, right, false),
  isDifferentAndNotEmpty: (left, right) => isSameOrEmpty(left, right, true),
  isEmpty: value => isEmpty(value, false),
  isNotEmpty: value => isEmpty(value, true),
  like,
  includesText,
  likeText,
  boolean: isTrue => (isTrue ? sql`TRUE` : sql`FALSE`),
  truth: condition => typed(sql`(CASE WHEN ${condition} THEN TRUE ELSE FALSE END)`, 'boolean', 'none'),
  lower: text => typed(sql`lower(${textOf(readOperand(text))} COLLATE "C")`, 'text', 'none'),
  equalsIgnoringCase: (column, text) => sql`coffer.nocase(${column}) = coffer.nocase(${text}::text)`,
  formattedDate: (format, date, modifiers) => {
    const list = sql`ARRAY[${join(modifiers.map(text => sql`${text}`))}]::text[]`
    const moment = textOf(readOperand(date))
    return typed(sql`${own}.sqlite_strftime(${format}, ${moment}, VARIADIC ${list})`, 'text', 'none')
  },
  distance: (from, to) => {
    const coordinates = [from.lat, from.lon, to.lat, to.lon].map(degrees => {
      const json = jsonOf(readOperand(degrees))
      return sql`radians(CASE json_typeof(${json}) WHEN 'number' THEN (${json})::text::double precision END)`
    }) as [Sql, Sql, Sql, Sql]
    // Rounding can make the cosine of a distance greater than 1.
    const angle = sql`acos(LEAST(1, GREATEST(-1, cosine)))`
    const points = sql`(SELECT ${cosineOfDistance(...coordinates)} AS cosine) AS points`
    const distance = sql`round((6371 * ${angle})::numeric, 6)::double precision`
    return typed(sql`(SELECT CASE WHEN cosine IS NOT NULL THEN ${distance} END FROM ${points})`, 'real', 'none')
  },
  inIds: (value, ids) => {
    // Without an id, the type of the elements is unknown.
    if (ids.length === 0) return sql`FALSE`
    const element = typeof ids[0] === 'number' ? sql`value::bigint` : sql`value`
    return sql`${value} = ANY (ARRAY(SELECT ${element} FROM ${tableOf(ids)}))`
  },

  elements: list => sql`${own}.elements(${list})`,
  tableOfTexts: tableOf,
  element: value => typed(value, 'text', 'column'),
  contains: (list, text) => sql`(${mayContain(list, text)} AND ${text} IN (SELECT value FROM ${own}.elements(${list})))`,
  listLength: list => typed(sql`${own}.list_length(${list})`, 'number', 'none'),
  textLength: text => typed(sql`(CASE WHEN ${text} <> '' THEN 1 ELSE 0 END)`, 'number', 'none'),
  listMayContain: mayContain,
  jsonArray: (value, order) => sql`coalesce(json_agg(${value}${order ? sql` ORDER BY ${order}` : nothing}), '[]')`,
  jsonAt: (json, path) => typed(sql`${own}.at(${json}, ARRAY[${join(path.map(key => sql`${key}`))}]::text[])`, 'value', 'none'),
  toList: value => sql`CASE
    WHEN coalesce(${value}, '') = '' THEN '[]'::json
    WHEN ${value} IS JSON ARRAY THEN ${value}::json
    ELSE json_build_array(${value}) END`,
  lastOf: list =>
    sql`CASE json_typeof(${list}) WHEN 'array' THEN coalesce(${list} ->> -1, '') ELSE coalesce(${list} #>> '{}', '') END`,

  rowNumber,
  random: nondeterministic(sql`random()`),
  orderKey: (key, isDescending, isNullable) => {
    // PostgreSQL uses an index only for its own order of nulls.
    const nulls = isNullable ? (isDescending ? sql` NULLS LAST` : sql` NULLS FIRST`) : nothing
    return sql`${sortKey(key)} ${isDescending ? sql`DESC` : sql`ASC`}${nulls}`
  },
  insertionOrder: alias => typed(sql`${alias}.${rowNumber}`, 'number', 'numeric'),
  viewOrder: (alias, isSorted) => [...viewOrderColumns, ...(isSorted ? ['id'] : [])].map(column => sql`${alias}.${name(column)}`),
  elementOrder: alias => sql`${alias}.place`,
  inRowOrder: table => table,
  withoutIndex: value => value,
  newestFirst: (table, date) => (columns, limit, offset) =>
    sql`SELECT ${columns} FROM ${table} ORDER BY ${date} DESC, ${rowNumber} LIMIT ${limit} OFFSET ${offset}`,

  logPosition: {
    first: '1:1:',
    current: sql`SELECT pg_current_snapshot()::text`,
    includes: isVisible,
    isAfter: (position, id) =>
      sql`${name('_cofferEvents')}.id ${id > 0 ? sql`> ${id}` : sql`>= (${firstIdSince(position)})`} AND NOT ${isVisible(sql`${position}`)}`,
    isPossible: position => sql`pg_snapshot_xmax(${position}::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())`,
  },
  hour: date => sql`left(${date}, 13) || ':00:00.000Z'`,
  beforeDeadline: deadline => sql`${own}.before_deadline(${deadline})`,

  stored: (value, type) => sql`${value}::${storedTypes[type]}`,
  storedRecords: records => sql`json_array_elements(${records}::json)`,
  storedIn: (record, column, type) => sql`(${record} ->> ${column})::${storedTypes[type]}`,
  columnType: type => columnTypes[type],
}
