import type { DatabaseSync } from 'node:sqlite'
import { type Sql, sql } from './sql.ts'

/** What a statement ends with that reaches its deadline. */
export class DeadlineReached extends Error {}

/** Lets statements on a connection end at a deadline: SQLite itself offers no way to stop one. */
export const allowDeadlines = (database: DatabaseSync): void =>
  database.function('coffer_in_time', { directOnly: true, varargs: false }, (deadline, _row) => {
    if (performance.now() > Number(deadline)) throw new DeadlineReached('The statement took longer than it may.')
    return 1
  })

/** A deadline after so many milliseconds, or up to twice as many: it stays the same for a while, and what is kept by it with it. */
export const deadlineIn = (milliseconds: number): number => Math.ceil(performance.now() / milliseconds + 1) * milliseconds

/**
 * A condition that always holds until a moment, and then ends the statement.
 * @param deadline milliseconds on the clock of `performance` of this thread
 * @param row a column of the row for which it is asked, so that it is asked for each
 */
export const inTime = (deadline: number, row: Sql): Sql => sql`coffer_in_time(${deadline}, ${row})`
