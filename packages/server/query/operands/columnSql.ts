import { type Sql, sql } from '../../db/sql.ts'

/** Returns a column as a JSON array: its JSON, or its plain value as the only element. */
export const asArray = (column: Sql): Sql => sql`CASE WHEN json_valid(${column}) THEN ${column} ELSE json_array(${column}) END`

/** Returns the number of elements of a column that may be a JSON array; 0 for null and empty text. */
export const lengthOf = (column: Sql): Sql =>
  sql`json_array_length(CASE WHEN json_valid(${column}) THEN ${column} WHEN ${column} IS NULL OR ${column} = '' THEN '[]' ELSE json_array(${column}) END)`

/** Returns the number of values in a plain text column: 1, or 0 if it is empty. */
export const singleLengthOf = (column: Sql): Sql => sql`(${column} IS NOT NULL AND ${column} != '')`

/** Returns the value at a path in a JSON column. Invalid JSON is treated as a string. */
export const jsonAt = (column: Sql, path: readonly string[]): Sql => {
  const steps = path.map(key => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join('')
  return sql`CASE WHEN json_valid(${column}) THEN json_extract(${column}, ${`$${steps}`})
    ELSE json_extract(json_object('pb', ${column}), ${`$.pb${steps}`}) END`
}
