import type { Dialect } from '../Dialect.ts'
import { constant, join, name, type Sql, sql } from '../sql.ts'

/** SQLite's default for SQLITE_MAX_LIKE_PATTERN_LENGTH, without the two `%` around the pattern. */
const maxPatternBytes = 50_000 - 2

const rowNumber = name('@row')

const isLike = (value: Sql, pattern: Sql, isNegated: boolean): Sql =>
  isNegated ? sql`NOT coffer.matches(${value}::text, ${pattern})` : sql`coffer.matches(${value}::text, ${pattern})`

/** A table with the column `value`. PostgreSQL rejects halves of surrogate pairs, which cannot occur in a stored text. */
const tableOf = (texts: readonly (string | number)[]): Sql =>
  sql`json_array_elements_text(${JSON.stringify(texts.map(text => String(text).toWellFormed()))}::json)`

const requiredText = constant('text COLLATE "C" NOT NULL')

const columnTypes: Record<Parameters<Dialect['columnType']>[0], Sql> = {
  boolean: constant('boolean DEFAULT false NOT NULL'),
  json: constant('json'),
  list: constant("json DEFAULT '[]' NOT NULL"),
  number: constant('double precision DEFAULT 0 NOT NULL'),
  text: constant('text COLLATE "C" DEFAULT \'\' NOT NULL'),
  recordId: constant('text COLLATE "C" PRIMARY KEY DEFAULT (\'r\' || left(md5(gen_random_uuid()::text), 14)) NOT NULL'),
  creationDate: constant(
    `text COLLATE "C" DEFAULT (to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS"Z"')) NOT NULL`,
  ),
  requiredText,
}

/** The SQL of PostgreSQL. */
export const postgresDialect: Dialect = {
  isSame: (left, right) => sql`${left} IS NOT DISTINCT FROM ${right}`,
  isDifferent: (left, right) => sql`${left} IS DISTINCT FROM ${right}`,
  like: isLike,
  // A longer pattern is an error in SQLite.
  likeText: (value, text, isNegated) =>
    sql`CASE WHEN octet_length(${text}::text) > ${maxPatternBytes} THEN ${isNegated ? sql`TRUE` : sql`FALSE`}
      ELSE ${isLike(value, sql`'%' || ${text}::text || '%'`, isNegated)} END`,
  boolean: isTrue => (isTrue ? sql`TRUE` : sql`FALSE`),
  lower: text => sql`lower(${text} COLLATE "C")`,
  inIds: (value, ids) => {
    const element = typeof ids[0] === 'number' ? sql`value::bigint` : sql`value`
    return sql`${value} = ANY (ARRAY(SELECT ${element} FROM ${tableOf(ids)}))`
  },

  elements: list => sql`coffer.elements(${list})`,
  tableOfTexts: tableOf,
  listLength: list => sql`coffer.list_length(${list})`,
  textLength: text => sql`CASE WHEN ${text} <> '' THEN 1 ELSE 0 END`,
  // Unless the JSON has escapes, it contains the text.
  listMayContain: (list, text) => sql`(strpos(${list}::text, ${text}) > 0 OR strpos(${list}::text, '\\') > 0)`,
  jsonArray: value => sql`coalesce(json_agg(${value}), '[]')`,
  jsonAt: (json, path) =>
    path.length === 0 ? sql`coffer.value(${json})` : sql`coffer.at(${json}, ARRAY[${join(path.map(key => sql`${key}`))}])`,
  toList: value => sql`CASE
    WHEN coalesce(${value}, '') = '' THEN '[]'::json
    WHEN ${value} IS JSON ARRAY THEN ${value}::json
    ELSE json_build_array(${value}) END`,
  lastOf: list =>
    sql`CASE json_typeof(${list}) WHEN 'array' THEN coalesce(${list} ->> -1, '') ELSE coalesce(${list} #>> '{}', '') END`,

  rowNumber,
  random: sql`random()`,
  // SQLite treats null as smaller than any value.
  orderKey: (key, isDescending) => sql`${key} ${isDescending ? sql`DESC NULLS LAST` : sql`ASC NULLS FIRST`}`,
  inRowOrder: table => table,
  withoutIndex: value => value,
  newestFirst: (table, date) => (columns, limit, offset) =>
    sql`SELECT ${columns} FROM ${table} ORDER BY ${date} DESC, ${rowNumber} LIMIT ${limit} OFFSET ${offset}`,

  hour: date => sql`left(${date}, 13) || ':00:00.000Z'`,
  // The connection limits the duration of its statements.
  beforeDeadline: () => sql`TRUE`,

  columnType: type => columnTypes[type],
}
