import type { Operator } from '@coffer/schema'
import { constant, type Sql, sql } from '../../db/sql.ts'
import { likePattern } from './likePattern.ts'
import { type Value, valueSql } from './Value.ts'

/** One side of a comparison: a value and the alias of its row. */
export interface Side {
  value: Value
  alias: string
}

const isEmpty = ({ value }: Side): boolean =>
  (value.kind === 'word' && value.word === 'NULL') || (value.kind === 'bound' && value.value === '')

const isNeverEmpty = (side: Side): boolean => (side.value.kind === 'column' ? side.value.isNeverEmpty : !isEmpty(side))

const isJson = ({ value }: Side): boolean => value.kind === 'column' && value.isJson

const sqlOf = ({ value, alias }: Side): Sql => valueSql(value, alias)

/** Compiles `=` and `!=`. Null and empty text are equal, except in JSON. */
const compareEquality = (left: Side, right: Side, isEqual: boolean): Sql => {
  const [equals, is] = isEqual ? [sql`=`, sql`IS`] : [sql`IS NOT`, sql`IS NOT`]
  if (isJson(left) || isJson(right)) return sql`${sqlOf(left)} ${is} ${sqlOf(right)}`
  if (isEmpty(left) && isEmpty(right)) return isEqual ? sql`1` : sql`0`
  const orText = (side: Side) => (isEmpty(side) ? sql`''` : sqlOf(side))
  if (isNeverEmpty(left) || isNeverEmpty(right)) return sql`${orText(left)} ${equals} ${orText(right)}`
  if (isEmpty(left) || isEmpty(right)) {
    const column = sqlOf(isEmpty(left) ? right : left)
    return isEqual ? sql`(${column} = '' OR ${column} IS NULL)` : sql`(${column} IS NOT '' AND ${column} IS NOT NULL)`
  }
  return sql`COALESCE(${sqlOf(left)}, '') ${equals} COALESCE(${sqlOf(right)}, '')`
}

/** SQLite's default for SQLITE_MAX_LIKE_PATTERN_LENGTH, without the two `%` around the pattern. */
const maxPatternBytes = 50_000 - 2

const compareLikeness = (left: Side, right: Side, isLike: boolean): Sql => {
  const { value } = right
  const isBound = value.kind === 'bound'
  const pattern = isBound ? sql`${likePattern(value.text)}` : sql`('%' || ${sqlOf(right)} || '%')`
  const like = sql`${sqlOf(left)} ${isLike ? sql`LIKE` : sql`NOT LIKE`} ${pattern} ESCAPE '\\'`
  // A longer pattern would be an error, and the error would reveal the text of a record that the rest of the query hides.
  return isBound ? like : sql`IIF(OCTET_LENGTH(${sqlOf(right)}) > ${maxPatternBytes}, ${!isLike}, ${like})`
}

/** Compiles the comparison of two values. */
export const compareValues = (left: Side, operator: Operator, right: Side): Sql => {
  switch (operator) {
    case '=':
    case '!=':
      return compareEquality(left, right, operator === '=')
    case '~':
    case '!~':
      return compareLikeness(left, right, operator === '~')
    default:
      return sql`${sqlOf(left)} ${constant(operator)} ${sqlOf(right)}`
  }
}
