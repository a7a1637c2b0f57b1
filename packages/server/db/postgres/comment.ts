import type { Transaction } from '../engine.ts'
import { constant, type Sql, sql } from '../sql.ts'
import { storedName } from './translate.ts'

/** Sets the comment of an object. PostgreSQL accepts only a literal. */
export const comment = async (transaction: Transaction, object: Sql, text: string): Promise<void> => {
  await transaction.run(sql`COMMENT ON ${object} IS ${constant(`'${text.replaceAll("'", "''")}'`)}`)
}

/** Returns the name whose beginning PostgreSQL stores. The comment of an object contains its name if it is too long to be stored. */
export const fullName = (stored: unknown, comment: unknown): string =>
  typeof comment === 'string' && storedName(comment) === stored ? comment : String(stored)
