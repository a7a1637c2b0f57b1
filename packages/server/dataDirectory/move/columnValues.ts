import { fieldTypes, type SqlValue } from '@coffer/fields'

/** A column that both databases have. */
export interface MovedColumn {
  name: string
  /** The type in PostgreSQL. */
  type: string
  isNullable: boolean
}

const numberOptions = fieldTypes.number.options.parse({})
const boolOptions = fieldTypes.bool.options.parse({})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

// JSON cannot express infinity, so a number beyond double precision stands for it.
const jsonNumber = (value: number): string => (Number.isFinite(value) ? JSON.stringify(value) : value > 0 ? '1e999' : '-1e999')

/** In SQLite, a JSON column has numeric affinity: it stores JSON numbers as numbers. A text in a list column is its only element. */
function toJson(value: SqlValue, isNullable: boolean): string | null {
  if (typeof value === 'number') return jsonNumber(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'string' || (value === '' && !isNullable)) return isNullable ? null : '[]'
  if (isJson(value)) return value
  return JSON.stringify(isNullable ? value : [value])
}

/**
 * Converts a value of either database to the text that PostgreSQL reads it from. A value of another type than its column, which only
 * other programs store, becomes what the API returns for it.
 */
export function toPostgres({ type, isNullable }: MovedColumn, value: SqlValue): string | null {
  if (type === 'json') return toJson(value, isNullable)
  if (value === null && isNullable) return null
  if (type === 'boolean') return fieldTypes.bool.normalize(value, boolOptions) ? 'true' : 'false'
  if (type === 'text') return String(value ?? '')
  if (typeof value === 'bigint' && type !== 'double precision') return String(value)
  const number = fieldTypes.number.normalize(value, numberOptions)
  return String(type === 'double precision' ? number || 0 : Math.trunc(number) || 0)
}

const jsonNumberForm = /^\s*-?\d[\d.eE+-]*\s*$/

/** Converts a value of PostgreSQL to the value that SQLite stores. */
export function toSqlite({ type }: MovedColumn, value: SqlValue): SqlValue {
  if (typeof value === 'number' && Number.isNaN(value)) return 0
  // SQLite would also convert the text, but round long fractions differently.
  if (type === 'json' && typeof value === 'string' && jsonNumberForm.test(value) && /[.eE]/.test(value)) return Number(value)
  return value
}

/** Returns a text that is equal for equal values of both databases. */
export function canonicalText(column: MovedColumn, value: SqlValue): string | null {
  const text = toPostgres(column, value)
  return column.type === 'json' && text !== null && jsonNumberForm.test(text) ? String(Number(text)) : text
}
