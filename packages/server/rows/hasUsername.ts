import type { Collection } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import { dialect } from '../db/threadDatabase.ts'

/** Whether a record of an auth collection has this username, ignoring case. */
export const hasUsername = async (reader: Reader, collection: Collection, username: string): Promise<boolean> => {
  const isSame = sql`${dialect.lower(sql`username`)} = ${username.toLowerCase()}`
  return (await reader.row(sql`SELECT 1 FROM ${name(collection.name)} WHERE ${isSame}`)) !== undefined
}
