import type { Collection } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'

/** Whether an account of the collection has this username, in capital letters or small ones. */
export const hasUsername = async (reader: Reader, collection: Collection, username: string): Promise<boolean> => {
  const isSame = sql`LOWER(username) = ${username.toLowerCase()}`
  return (await reader.row(sql`SELECT 1 FROM ${name(collection.name)} WHERE ${isSame}`)) !== undefined
}
