import { type Sql, sql } from '../../db/sql.ts'

/** The texts of a column as a JSON array: the JSON it holds, or its plain value as the only element. */
export const asArray = (column: Sql): Sql => sql`CASE WHEN json_valid(${column}) THEN ${column} ELSE json_array(${column}) END`

/** How many elements a column holds that may be a JSON array; nothing and empty text are none. */
export const lengthOf = (column: Sql): Sql =>
  sql`json_array_length(CASE WHEN json_valid(${column}) THEN ${column} WHEN ${column} IS NULL OR ${column} = '' THEN '[]' ELSE json_array(${column}) END)`

/** How many values a column of plain text holds: one or none. */
export const singleLengthOf = (column: Sql): Sql => sql`(${column} IS NOT NULL AND ${column} != '')`

/** The value at a path of a JSON column. What is no JSON counts as a text. */
export const jsonAt = (column: Sql, path: readonly string[]): Sql => {
  const steps = path.map(key => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join('')
  return sql`CASE WHEN json_valid(${column}) THEN json_extract(${column}, ${`$${steps}`})
    ELSE json_extract(json_object('pb', ${column}), ${`$.pb${steps}`}) END`
}
