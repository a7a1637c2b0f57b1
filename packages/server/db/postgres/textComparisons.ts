import type { Deadline } from '../Deadline.ts'
import { longValueBytes, maxLikeSteps, maxPatternBytes, maxSearchSteps, toAsciiLowerCase } from '../Dialect.ts'
import { type Sql, sql } from '../sql.ts'
import { truth } from './comparisons.ts'
import { own } from './functions.ts'
import { readOperand, textOf } from './operands.ts'

/** Steps of `LIKE` from which the deadline is checked before a comparison. */
const checkedSteps = 1_000_000

const lower = (text: Sql): Sql => sql`lower(${text} COLLATE "C")`

/** Checks the deadline before a comparison that can take long: PostgreSQL looks for cancellations only between rows. */
const beforeDeadline = (deadline: Deadline | undefined, isLong: Sql, comparison: Sql): Sql =>
  deadline ? sql`CASE WHEN ${isLong} AND NOT ${own}.before_deadline(${deadline}) THEN FALSE ELSE ${comparison} END` : comparison

const isLongValue = (text: Sql): Sql => sql`octet_length(${text}) > ${longValueBytes}`

/** Compares a value with a pattern, ignoring the case of ASCII letters. */
export function like(value: Sql, pattern: string, isNegated: boolean, deadline: Deadline | undefined): Sql {
  const text = textOf(readOperand(value))
  // In SQLite, a pattern that ends in the middle of an escape matches nothing; PostgreSQL rejects it.
  const isBroken = /^(?:[^\\]|\\.)*\\$/.test(pattern)
  if (isBroken) return sql`CASE WHEN ${text} IS NOT NULL THEN ${truth(isNegated)} END`
  const operator = isNegated ? sql`NOT LIKE` : sql`LIKE`
  return beforeDeadline(deadline, isLongValue(text), sql`${lower(text)} ${operator} ${toAsciiLowerCase(pattern)}::text`)
}

/** Searches a text. PostgreSQL compares many bytes at once only where they are no text. */
function includes(value: Sql, text: Sql, isNegated: boolean): Sql {
  const [searched, content] = [text, value].map(part => sql`convert_to(${lower(part)}, 'UTF8')`) as [Sql, Sql]
  return sql`position(${searched} IN ${content}) ${isNegated ? sql`=` : sql`>`} 0`
}

/** See `Dialect`. */
export function includesText(value: Sql, text: string, isNegated: boolean, deadline: Deadline | undefined): Sql {
  const content = textOf(readOperand(value))
  return beforeDeadline(deadline, isLongValue(content), includes(content, sql`${text}::text`, isNegated))
}

/** See `Dialect`. */
export function likeText(value: Sql, text: Sql, isNegated: boolean, deadline: Deadline | undefined): Sql {
  const [content, searched] = [textOf(readOperand(value)), textOf(readOperand(text))]
  const [contentBytes, searchedBytes] = [sql`octet_length(${content})`, sql`octet_length(${searched})`]
  const steps = sql`${contentBytes}::bigint * LEAST(${contentBytes}, ${searchedBytes})`
  const comparison = sql`CASE WHEN ${searchedBytes} > ${maxPatternBytes} THEN ${truth(isNegated)}
    WHEN ${steps} > ${maxLikeSteps} AND ${searched} IS NOT NULL
      THEN ${steps} <= ${maxSearchSteps} AND ${searched} !~ '[%_\\\\]' AND ${includes(content, searched, isNegated)}
    ELSE ${isNegated ? sql`NOT ` : sql``}${own}.matches(${content}, '%' || ${searched} || '%') END`
  return beforeDeadline(deadline, sql`${steps} > ${checkedSteps}`, comparison)
}
