import type { Transaction } from '../engine.ts'
import { constant, type Sql, sql } from '../sql.ts'

/** Sets the comment of an object. PostgreSQL accepts only a literal. */
export const comment = async (transaction: Transaction, object: Sql, text: string): Promise<void> => {
  await transaction.run(sql`COMMENT ON ${object} IS ${constant(`'${text.replaceAll("'", "''")}'`)}`)
}
