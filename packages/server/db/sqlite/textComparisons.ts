import type { Deadline } from '../Deadline.ts'
import { longValueBytes, maxLikeSteps, maxPatternBytes, maxSearchSteps } from '../Dialect.ts'
import { type Sql, sql } from '../sql.ts'

/** Steps of `LIKE` after which the deadline is checked on average, a power of two, and from which a comparison counts for that. */
const checkedSteps = 2 ** 28
const minCountedSteps = 2_000

const escaped = sql`ESCAPE '\\'`

const isLike = (isNegated: boolean): Sql => (isNegated ? sql`NOT LIKE` : sql`LIKE`)

/**
 * Checks the deadline before some comparisons that can take long, chosen at random. `openDatabase` defines the function. Node releases what
 * a call needs in memory only when the statement ends.
 * @param isSkipped calls `RANDOM()` once, which `ReadTracer` relies on
 */
const beforeDeadline = (deadline: Deadline | undefined, isSkipped: Sql, comparison: Sql): Sql =>
  deadline ? sql`((${isSkipped} OR coffer_in_time(${deadline}, 0)) AND ${comparison})` : comparison

/** Whether a value is short, or one of the three in four comparisons that do not check the deadline. */
const isShortOrSkipped = (value: Sql): Sql => sql`COALESCE(OCTET_LENGTH(${value}), 0) <= ${longValueBytes} OR (RANDOM() & 3)`

/** See `Dialect`. */
export function like(value: Sql, pattern: string, isNegated: boolean, deadline: Deadline | undefined): Sql {
  const comparison = sql`${value} ${isLike(isNegated)} ${pattern} ${escaped}`
  return beforeDeadline(deadline, isShortOrSkipped(value), comparison)
}

/** Searches a text. For `LIKE`, a value ends at its first character NUL. */
const includes = (value: Sql, text: Sql, isNegated: boolean): Sql =>
  sql`INSTR(LOWER(${value}), LOWER(${text})) ${isNegated ? sql`NOT BETWEEN` : sql`BETWEEN`} 1 AND INSTR(${value} || CHAR(0), CHAR(0))`

/** See `Dialect`. */
export function includesText(value: Sql, text: string, isNegated: boolean, deadline: Deadline | undefined): Sql {
  return beforeDeadline(deadline, isShortOrSkipped(value), includes(value, sql`${text}`, isNegated))
}

/** See `Dialect`. A longer pattern would be an error, and the error would reveal the text of a record that the rest of the query hides. */
export function likeText(value: Sql, text: Sql, isNegated: boolean, deadline: Deadline | undefined): Sql {
  const [valueBytes, textBytes] = [sql`OCTET_LENGTH(${value})`, sql`OCTET_LENGTH(${text})`]
  const steps = sql`${valueBytes} * MIN(${valueBytes}, ${textBytes})`
  const isPlain = sql`${text} NOT GLOB '*[%_\\]*' AND NOT INSTR(${text}, CHAR(0))`
  const comparison = sql`CASE
    WHEN ${textBytes} > ${maxPatternBytes} THEN ${isNegated}
    WHEN ${steps} > ${maxLikeSteps}
      THEN CASE WHEN ${steps} <= ${maxSearchSteps} AND ${isPlain} THEN ${includes(value, text, isNegated)} ELSE 0 END
    ELSE ${value} ${isLike(isNegated)} ('%' || ${text} || '%') ${escaped} END`
  const isSkipped = sql`COALESCE(${steps}, 0) <= ${minCountedSteps} OR ${steps} < (RANDOM() & ${checkedSteps - 1})`
  return beforeDeadline(deadline, isSkipped, comparison)
}
