import type { IndexDefinition } from '@coffer/schema'
import { printIndex } from '@coffer/schema/printIndex'
import { isDatabaseError } from '../DatabaseError.ts'
import type { Transaction } from '../engine.ts'
import { name, sql, untrusted } from '../sql.ts'
import { sqlStateOf } from './classifyError.ts'
import { withEmptySqlite } from './emptySqlite.ts'
import { withQueryPath } from './queries/withQueryPath.ts'
import { comment, storedName } from './translate.ts'

/** Words an error of PostgreSQL like one of SQLite, or says what to do about it. */
function explained(error: unknown, { name, table, columns }: IndexDefinition): unknown {
  if (isDatabaseError(error, 'unique')) {
    const isPlain = columns.every(column => /^\w+$/.test(column.name))
    const violated = isPlain ? columns.map(column => `${table}.${column.name}`).join(', ') : `index '${name}'`
    return new Error(`UNIQUE constraint failed: ${violated}`, { cause: error })
  }
  if (sqlStateOf(error) === '54000') {
    const remedy = 'Shorten the texts, or index only their beginning, such as substr(title, 1, 500)'
    return new Error(`a text is too long for an index, which PostgreSQL limits to 2,700 bytes. ${remedy}`, { cause: error })
  }
  return error
}

/**
 * Asserts that SQLite accepts an index. Otherwise its table could not be written to `data.db`, so no backup could be created.
 * @throws Error with the message of SQLite
 */
async function assertExportable(transaction: Transaction, index: IndexDefinition): Promise<void> {
  const schema = String((await transaction.row(sql`SELECT current_schema()::text`))?.[0])
  // SQLite rejects the name of a table or view, in any case.
  const condition = sql`c.relname = ${storedName(index.table)}
    OR lower(c.relname::text COLLATE "C") = lower(${storedName(index.name)} COLLATE "C")`
  await withEmptySqlite(transaction, { schema, condition }, sqlite =>
    sqlite.define(untrusted`${printIndex(index)}`, { kind: 'index', name: index.name, table: index.table }),
  )
}

/** Creates an index. Its comment is the statement as the user wrote it. */
export async function createIndex(transaction: Transaction, index: IndexDefinition): Promise<void> {
  await assertExportable(transaction, index)
  // Loads the parser of PostgreSQL at its first use, see `untrustedStatement.ts`.
  const { translateIndex } = await import('./queries/translateIndex.ts')
  try {
    await withQueryPath(transaction, async () => {
      const statement = untrusted`${await translateIndex(transaction, index)}`
      await transaction.define(statement, { kind: 'index', name: index.name, table: index.table })
    })
  } catch (error) {
    throw explained(error, index)
  }
  await comment(transaction, sql`INDEX ${name(index.name)}`, printIndex(index))
}
