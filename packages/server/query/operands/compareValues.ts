import type { Operator } from '@coffer/schema'
import type { Dialect } from '../../db/Dialect.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { QueryError } from './QueryError.ts'
import type { Scope } from './Scope.ts'
import { textSearch } from './textSearch.ts'
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

/**
 * Compiles `~` and `!~`.
 * @throws QueryError if the comparison with the text of the filter or of the request could take too long
 */
function compareLikeness({ dialect, deadline, searchDeadline, span }: Scope, left: Side, right: Side, isLike: boolean): Sql {
  const { value, alias } = right
  const searched = valueSql(dialect, left.value, left.alias)
  if (value.kind !== 'bound') return dialect.likeText(searched, valueSql(dialect, value, alias), !isLike, deadline)
  const search = textSearch(value.text)
  if (!search) throw new QueryError('The text after "~" repeats the same characters too often. Shorten it.', span)
  return 'pattern' in search
    ? dialect.like(searched, search.pattern, !isLike, searchDeadline)
    : dialect.includesText(searched, search.plainText, !isLike, searchDeadline)
}

/** Compiles the comparison of two values. */
export function compareValues(scope: Scope, left: Side, operator: Operator, right: Side): Sql {
  const { dialect } = scope
  switch (operator) {
    case '=':
    case '!=':
      return compareEquality(dialect, left, right, operator === '=')
    case '~':
    case '!~':
      return compareLikeness(scope, left, right, operator === '~')
    default:
      return dialect.compare(valueSql(dialect, left.value, left.alias), operator, valueSql(dialect, right.value, right.alias))
  }
}
