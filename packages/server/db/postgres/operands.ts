import type { Affinity } from '@coffer/schema'
import type { Sql, ValueType } from '../sql.ts'
import { simpleContent, sql } from '../sql.ts'
import { own } from './functions.ts'
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
export function readOperand(expression: Sql): AffineOperand {
  const { type = 'text', affinity = 'none' } = expression
  const content = simpleContent(expression)
  if (content && 'value' in content) {
    const { value } = content
    return value === null || typeof value === 'object' ? { type: 'null', affinity } : { type: 'constant', value, affinity }
  }
  const constant = content && constants.get(content.text)
  return constant ? { ...constant, affinity } : { type, expression, affinity }
}

const isColumn = (affinity: Affinity): boolean => affinity !== 'none'

const isNumeric = (affinity: Affinity): boolean => affinity === 'numeric' || affinity === 'real'

/** Returns the conversion that SQLite applies to both operands of a comparison (https://www.sqlite.org/datatype3.html, section 4.2). */
function conversionOf(left: Affinity, right: Affinity): Affinity {
  if (isNumeric(left) || isNumeric(right)) return 'numeric'
  if (isColumn(left) && isColumn(right)) return 'none'
  return isColumn(left) ? left : right
}

/** Converts numeric texts to numbers. */
function toNumeric(operand: Operand): Operand {
  if (operand.type === 'constant') {
    const number = typeof operand.value === 'string' ? numberOf(operand.value) : undefined
    return number === undefined ? operand : { type: 'constant', value: number }
  }
  return operand.type === 'text' || operand.type === 'value'
    ? { type: 'value', expression: sql`${own}.as_numeric(${jsonOf(operand)})` }
    : operand
}

/** Converts numbers to texts. */
function toText(operand: Operand): Operand {
  if (operand.type === 'constant') return { type: 'constant', value: constantText(operand.value) }
  return operand.type === 'null' ? operand : { type: 'text', expression: textOf(operand) }
}

function constantText(value: Constant): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'number' ? numberText(value) : String(value)
}

/** Converts two operands as SQLite does before it compares them. */
export function converted(left: AffineOperand, right: AffineOperand): [Operand, Operand] {
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
export function kindOf(operand: Exclude<Operand, { type: 'null' }>): 'boolean' | 'number' | 'text' | 'value' {
  if (operand.type === 'constant')
    return typeof operand.value === 'string' ? 'text' : typeof operand.value === 'boolean' ? 'boolean' : 'number'
  if (operand.type === 'list') return 'text'
  return operand.type === 'real' ? 'number' : operand.type
}

/** Returns a value as text, as SQLite converts it. */
export function textOf(operand: Operand): Sql {
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
      return sql`${own}.number_text((${operand.expression})::double precision)`
    case 'real':
      return sql`${own}.real_text((${operand.expression})::double precision)`
    case 'boolean':
      return sql`(${operand.expression})::int::text`
    case 'value':
      return sql`${own}.text(${operand.expression})`
  }
}

/** Returns a number or boolean as number. */
export function numberSqlOf(operand: Operand): Sql {
  if (operand.type === 'constant') return sql`${Number(operand.value)}::double precision`
  if (operand.type === 'boolean') return sql`(${operand.expression})::int`
  return operand.type === 'null' ? sql`NULL::double precision` : operand.expression
}

/** Returns a boolean. */
export function booleanOf(operand: Operand): Sql {
  if (operand.type === 'constant') return operand.value ? sql`TRUE` : sql`FALSE`
  return operand.type === 'null' ? sql`NULL::boolean` : operand.expression
}

/** JSON cannot express infinity, so a number beyond double precision stands for it. */
function constantJson(value: Constant): string {
  if (typeof value === 'string') return JSON.stringify(value.toWellFormed())
  return String(Number(value)).replace('Infinity', '1e999')
}

/** Returns a value as JSON. */
export function jsonOf(operand: Operand): Sql {
  switch (operand.type) {
    case 'null':
      return sql`NULL::json`
    case 'constant':
      return sql`${constantJson(operand.value)}::json`
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
