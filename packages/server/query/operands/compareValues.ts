import type { Operator } from '@coffer/schema'
import type { Dialect } from '../../db/Dialect.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { type Value, valueSql } from './Value.ts'

/** One side of a comparison: a value and the alias of its row. */
export interface Side {
  value: Value
  alias: string
}

const isEmpty = ({ value }: Side): boolean => value.kind === 'null' || (value.kind === 'bound' && value.value === '')

const isNeverEmpty = (side: Side): boolean => (side.value.kind === 'column' ? side.value.isNeverEmpty : !isEmpty(side))

const isJson = ({ value }: Side): boolean => value.kind === 'column' && value.isJson

/** Compiles `=` and `!=`. Null and empty text are equal, except in JSON. */
function compareEquality(dialect: Dialect, left: Side, right: Side, isEqual: boolean): Sql {
  const sqlOf = ({ value, alias }: Side) => valueSql(dialect, value, alias)
  if (isJson(left) || isJson(right)) return (isEqual ? dialect.isSame : dialect.isDifferent)(sqlOf(left), sqlOf(right))
  if (isEmpty(left) && isEmpty(right)) return isEqual ? sql`TRUE` : sql`FALSE`
  const orText = (side: Side) => (isEmpty(side) ? sql`''` : sqlOf(side))
  if (isNeverEmpty(left) || isNeverEmpty(right)) {
    const [one, other] = [orText(left), orText(right)]
    return isEqual ? dialect.compare(one, '=', other) : dialect.isDifferent(one, other)
  }
  if (isEmpty(left) || isEmpty(right)) {
    const column = sqlOf(isEmpty(left) ? right : left)
    return isEqual ? dialect.isEmpty(column) : dialect.isNotEmpty(column)
  }
  return (isEqual ? dialect.isSameOrEmpty : dialect.isDifferentAndNotEmpty)(sqlOf(left), sqlOf(right))
}

/** Matches a backslash, alone or with the character that it escapes, and the wildcards of `LIKE`. */
const special = /\\[\\%_]|[\\%_]/g

/**
 * Returns the pattern with which `LIKE … ESCAPE '\'` implements `~ text`: a text with an unescaped `%` is a pattern itself; any
 * other text matches anywhere in the value.
 */
export function likePattern(text: string): string {
  let isPattern = false
  const escaped = text.replace(special, found => {
    if (found === '%') isPattern = true
    return found.length === 1 ? `\\${found}` : found
  })
  return isPattern ? text : `%${escaped}%`
}

function compareLikeness(dialect: Dialect, left: Side, right: Side, isLike: boolean): Sql {
  const { value, alias } = right
  const searched = valueSql(dialect, left.value, left.alias)
  return value.kind === 'bound'
    ? dialect.like(searched, likePattern(value.text), !isLike)
    : dialect.likeText(searched, valueSql(dialect, value, alias), !isLike)
}

/** Compiles the comparison of two values. */
export function compareValues(dialect: Dialect, left: Side, operator: Operator, right: Side): Sql {
  switch (operator) {
    case '=':
    case '!=':
      return compareEquality(dialect, left, right, operator === '=')
    case '~':
    case '!~':
      return compareLikeness(dialect, left, right, operator === '~')
    default:
      return dialect.compare(valueSql(dialect, left.value, left.alias), operator, valueSql(dialect, right.value, right.alias))
  }
}
