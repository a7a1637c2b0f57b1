import type { DatabaseSync } from 'node:sqlite'
import { DatabaseError } from '../DatabaseError.ts'

/** Registers the SQL function that ends statements at a deadline. Node offers no way to interrupt a statement. */
export const registerDeadlineFunction = (database: DatabaseSync): void =>
  database.function('coffer_in_time', { directOnly: true, varargs: false }, (deadline, _row) => {
    if (performance.now() > Number(deadline)) throw new DatabaseError('deadline', 'The statement exceeded its deadline.')
    return 1
  })
