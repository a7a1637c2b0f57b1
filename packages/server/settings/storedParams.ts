import { randomId } from '../crypto/randomText.ts'
import type { Reader, Transaction } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import { now } from '../runtime/now.ts'

/** Reads a row of `_params`. */
export async function loadParam(reader: Reader, key: string): Promise<string | undefined> {
  const row = await reader.row(sql`SELECT value FROM ${name('_params')} WHERE key = ${key}`)
  return row && String(row[0])
}

/** Stores a row of `_params`, whether or not there is one with this key. */
export async function saveParam(transaction: Transaction, key: string, value: string): Promise<void> {
  const moment = now()
  await transaction.run(sql`INSERT INTO ${name('_params')} (id, key, value, created, updated)
    VALUES (${randomId()}, ${key}, ${value}, ${moment}, ${moment})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated = excluded.updated`)
}
