import type { Comparison } from '../Dialect.ts'
import { constant, type Sql, sql } from '../sql.ts'
import { own } from './functions.ts'
import { booleanOf, converted, jsonOf, kindOf, numberSqlOf, type Operand, readOperand, textOf } from './operands.ts'

type Present = Exclude<Operand, { type: 'null' }>

/** The two operands of a comparison as expressions of the same type; undefined for a number and a text. */
function asSameType(left: Present, right: Present): { type: 'plain' | 'value'; left: Sql; right: Sql } | undefined {
  const kinds = new Set([kindOf(left), kindOf(right)])
  const pair = (type: 'plain' | 'value', convert: (operand: Operand) => Sql) => ({
    type,
    left: convert(left),
    right: convert(right),
  })
  if (kinds.has('value')) return pair('value', jsonOf)
  // The collation has to be explicit for expressions with different ones.
  if (kinds.has('text')) return kinds.size > 1 ? undefined : pair('plain', operand => sql`${textOf(operand)} COLLATE "C"`)
  return pair('plain', kinds.has('number') ? numberSqlOf : booleanOf)
}

function expressionOf(operand: Present): Sql {
  switch (kindOf(operand)) {
    case 'value':
      return jsonOf(operand)
    case 'text':
      return textOf(operand)
    case 'number':
      return numberSqlOf(operand)
    case 'boolean':
      return booleanOf(operand)
  }
}

/** A constant condition. */
export function truth(isTrue: boolean): Sql {
  return isTrue ? sql`TRUE` : sql`FALSE`
}

/** Compares a number with a text: numbers are smaller. */
function compareKinds(left: Present, operator: Comparison, right: Present): Sql {
  const isTrue = operator !== '=' && operator.startsWith('<') === (kindOf(left) !== 'text')
  const [one, other] = [expressionOf(left), expressionOf(right)]
  return sql`CASE WHEN ${one} IS NOT NULL AND ${other} IS NOT NULL THEN ${truth(isTrue)} END`
}

/** Compares two operands. Null if one of them is null. */
export function compare(left: Sql, operator: Comparison, right: Sql): Sql {
  const [one, other] = converted(readOperand(left), readOperand(right))
  if (one.type === 'null' || other.type === 'null') return sql`NULL::boolean`
  const pair = asSameType(one, other)
  if (!pair) return compareKinds(one, operator, other)
  return pair.type === 'plain'
    ? sql`${pair.left} ${constant(operator)} ${pair.right}`
    : sql`${own}.compare(${pair.left}, ${pair.right}) ${constant(operator)} 0`
}

/** Whether two operands are the same, where null is the same only as null. */
export function isSame(left: Sql, right: Sql, isNegated: boolean): Sql {
  const [one, other] = converted(readOperand(left), readOperand(right))
  const negated = isNegated ? sql`NOT ` : sql``
  if (one.type === 'null') return other.type === 'null' ? truth(!isNegated) : sql`${expressionOf(other)} IS ${negated}NULL`
  if (other.type === 'null') return sql`${expressionOf(one)} IS ${negated}NULL`
  const pair = asSameType(one, other)
  if (!pair) return sql`${negated}(${expressionOf(one)} IS NULL AND ${expressionOf(other)} IS NULL)`
  return pair.type === 'plain'
    ? sql`${pair.left} IS ${isNegated ? sql`DISTINCT` : sql`NOT DISTINCT`} FROM ${pair.right}`
    : sql`${negated}${own}.same(${pair.left}, ${pair.right})`
}

/** Whether two operands are the same, without any conversion, where null is the same as empty text. */
export function isSameOrEmpty(left: Sql, right: Sql, isNegated: boolean): Sql {
  const [one, other] = [readOperand(left), readOperand(right)]
  if (one.type === 'null' || other.type === 'null') {
    const value = one.type === 'null' ? right : left
    return isEmpty(value, isNegated)
  }
  const negated = isNegated ? sql`NOT ` : sql``
  const pair = asSameType(one, other)
  if (!pair) return sql`${negated}(${isEmpty(left, false)} AND ${isEmpty(right, false)})`
  if (pair.type === 'value') return sql`${negated}${own}.same(${orEmptyJson(pair.left)}, ${orEmptyJson(pair.right)})`
  const operator = isNegated ? sql`DISTINCT` : sql`NOT DISTINCT`
  return kindOf(one) === 'text'
    ? sql`coalesce(${pair.left}, '') ${isNegated ? sql`<>` : sql`=`} coalesce(${pair.right}, '')`
    : sql`${pair.left} IS ${operator} FROM ${pair.right}`
}

const orEmptyJson = (json: Sql): Sql => sql`coalesce(${json}, '""')`

/** Whether a value is null or empty text. */
export function isEmpty(value: Sql, isNegated: boolean): Sql {
  const operand = readOperand(value)
  if (operand.type === 'null') return truth(!isNegated)
  const expression = expressionOf(operand)
  const kind = kindOf(operand)
  if (kind === 'number' || kind === 'boolean') return isNegated ? sql`${expression} IS NOT NULL` : sql`${expression} IS NULL`
  const text = kind === 'value' ? sql`${expression} #>> '{}'` : expression
  // The comparison with null is null, which is false.
  return isNegated ? sql`coalesce(${text}, '') <> ''` : sql`(${text} = '' OR ${expression} IS NULL)`
}

/** Returns the sort key of a value. */
export function sortKey(value: Sql): Sql {
  const operand = readOperand(value)
  if (operand.type === 'null') return sql`NULL::text`
  const kind = kindOf(operand)
  if (kind === 'value') return sql`${own}.sort_key(${jsonOf(operand)}) COLLATE "C"`
  return kind === 'text' ? sql`(${textOf(operand)}) COLLATE "C"` : expressionOf(operand)
}
