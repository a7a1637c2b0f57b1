import type { Affinity } from '@coffer/schema'
import type { Sql, ValueType } from '../sql.ts'
import { sql } from '../sql.ts'
import { numberOf, numberText } from './sqliteNumbers.ts'

type Constant = string | number | bigint | boolean

/** An operand whose type is known: a constant, or an expression of one of PostgreSQL's types. */
export type Operand = { type: 'null' } | { type: 'constant'; value: Constant } | { type: ValueType; expression: Sql }

/** A typed operand, with the affinity that it has in SQLite. */
type AffineOperand = Operand & { affinity: Affinity }

const constants = new Map<string, Operand>([
  ['NULL', { type: 'null' }],
  ["''", { type: 'constant', value: '' }],
  ['TRUE', { type: 'constant', value: true }],
  ['FALSE', { type: 'constant', value: false }],
])

/** Reads an expression as an operand. */
export const readOperand = (expression: Sql): AffineOperand => {
  const { text, values, type = 'text', affinity = 'none' } = expression
  const constant = constants.get(text)
  if (constant) return { ...constant, affinity }
  if (text !== '?') return { type, expression, affinity }
  const [value = null] = values
  return value === null || typeof value === 'object' ? { type: 'null', affinity } : { type: 'constant', value, affinity }
}

const isColumn = (affinity: Affinity): boolean => affinity !== 'none'

const isNumeric = (affinity: Affinity): boolean => affinity === 'numeric' || affinity === 'real'

/** Returns the conversion that SQLite applies to both operands of a comparison (https://www.sqlite.org/datatype3.html, section 4.2). */
const conversionOf = (left: Affinity, right: Affinity): Affinity => {
  if (isNumeric(left) || isNumeric(right)) return 'numeric'
  if (isColumn(left) && isColumn(right)) return 'none'
  return isColumn(left) ? left : right
}

/** Converts numeric texts to numbers. */
const toNumeric = (operand: Operand): Operand => {
  if (operand.type === 'constant') {
    const number = typeof operand.value === 'string' ? numberOf(operand.value) : undefined
    return number === undefined ? operand : { type: 'constant', value: number }
  }
  return operand.type === 'text' || operand.type === 'value'
    ? { type: 'value', expression: sql`coffer.as_numeric(${jsonOf(operand)})` }
    : operand
}

/** Converts numbers to texts. */
const toText = (operand: Operand): Operand => {
  if (operand.type === 'constant') return { type: 'constant', value: constantText(operand.value) }
  return operand.type === 'null' ? operand : { type: 'text', expression: textOf(operand) }
}

const constantText = (value: Constant): string => {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'number' ? numberText(value) : String(value)
}

/** Converts two operands as SQLite does before it compares them. */
export const converted = (left: AffineOperand, right: AffineOperand): [Operand, Operand] => {
  switch (conversionOf(left.affinity, right.affinity)) {
    case 'numeric':
      return [toNumeric(left), toNumeric(right)]
    case 'text':
      return [toText(left), toText(right)]
    default:
      return [left, right]
  }
}

/** The kinds of values that can be compared with each other: numbers are smaller than texts. */
export const kindOf = (operand: Exclude<Operand, { type: 'null' }>): 'boolean' | 'number' | 'text' | 'value' => {
  if (operand.type === 'constant')
    return typeof operand.value === 'string' ? 'text' : typeof operand.value === 'boolean' ? 'boolean' : 'number'
  if (operand.type === 'list') return 'text'
  return operand.type === 'real' ? 'number' : operand.type
}

/** Returns a value as text, as SQLite converts it. */
export const textOf = (operand: Operand): Sql => {
  switch (operand.type) {
    case 'null':
      return sql`NULL::text`
    case 'constant':
      return sql`${constantText(operand.value)}::text`
    case 'text':
      return operand.expression
    case 'list':
      return sql`(${operand.expression})::text`
    case 'number':
      return sql`coffer.number_text((${operand.expression})::double precision)`
    case 'real':
      return sql`coffer.real_text((${operand.expression})::double precision)`
    case 'boolean':
      return sql`(${operand.expression})::int::text`
    case 'value':
      return sql`coffer.text(${operand.expression})`
  }
}

/** Returns a number or boolean as number. */
export const numberSqlOf = (operand: Operand): Sql => {
  if (operand.type === 'constant') return sql`${Number(operand.value)}::double precision`
  if (operand.type === 'boolean') return sql`(${operand.expression})::int`
  return operand.type === 'null' ? sql`NULL::double precision` : operand.expression
}

/** Returns a boolean. */
export const booleanOf = (operand: Operand): Sql => {
  if (operand.type === 'constant') return operand.value ? sql`TRUE` : sql`FALSE`
  return operand.type === 'null' ? sql`NULL::boolean` : operand.expression
}

/** Returns a value as JSON. */
export const jsonOf = (operand: Operand): Sql => {
  switch (operand.type) {
    case 'null':
      return sql`NULL::json`
    case 'constant':
      return sql`${typeof operand.value === 'string' ? JSON.stringify(operand.value.toWellFormed()) : String(Number(operand.value))}::json`
    case 'value':
      return operand.expression
    case 'boolean':
      return sql`to_json((${operand.expression})::int)`
    case 'list':
      return sql`to_json((${operand.expression})::text)`
    default:
      return sql`to_json(${operand.expression})`
  }
}
