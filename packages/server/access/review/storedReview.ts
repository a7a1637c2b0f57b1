import type { AccessReview } from '@coffer/schema'
import type { Reader, Transaction } from '../../db/engine.ts'
import { ensureTable } from '../../db/serverTables.ts'
import { name, sql } from '../../db/sql.ts'
import type { ReviewedState } from './ReviewedState.ts'

const table = '_cofferAccessReviews'

export interface StoredReview extends AccessReview {
  state: ReviewedState
}

/** Reads the last review. */
export async function loadReview(reader: Reader): Promise<StoredReview | undefined> {
  if (!(await reader.schema.hasTable(reader, table))) return undefined
  const row = await reader.row(sql`SELECT reviewed, admin, state FROM ${name('_cofferAccessReviews')} ORDER BY id DESC LIMIT 1`)
  if (!row) return undefined
  return { reviewed: new Date(Number(row[0])).toISOString(), by: String(row[1]), state: JSON.parse(String(row[2])) }
}

/** Stores a review in place of the last one. */
export async function storeReview(transaction: Transaction, by: string, state: ReviewedState): Promise<void> {
  await ensureTable(transaction, table, 'accessReviews')
  await transaction.run(sql`DELETE FROM ${name('_cofferAccessReviews')}`)
  await transaction.run(
    sql`INSERT INTO ${name('_cofferAccessReviews')} (reviewed, admin, state) VALUES (${Date.now()}, ${by}, ${JSON.stringify(state)})`,
  )
}
