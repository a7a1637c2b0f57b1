import type { DatabaseSync } from 'node:sqlite'
import { DatabaseError } from '../DatabaseError.ts'
import { type Sql, sql } from '../sql.ts'

/** Registers the SQL function that ends statements at a deadline. Node offers no way to interrupt a statement. */
export const registerDeadlineFunction = (database: DatabaseSync): void =>
  database.function('coffer_in_time', { directOnly: true, varargs: false }, (deadline, _row) => {
    if (performance.now() > Number(deadline)) throw new DatabaseError('deadline', 'The statement exceeded its deadline.')
    return 1
  })

/** Returns a deadline in one to two times `milliseconds`, rounded so that caches with the deadline in their keys can be reused. */
export const deadlineIn = (milliseconds: number): number => Math.ceil(performance.now() / milliseconds + 1) * milliseconds

/**
 * Returns a condition that is true until the deadline, and then throws an error that ends the statement.
 * @param deadline milliseconds on the `performance` clock of this thread
 * @param row a column, so that SQLite evaluates the condition for each row
 */
export const beforeDeadline = (deadline: number, row: Sql): Sql => sql`coffer_in_time(${deadline}, ${row})`
