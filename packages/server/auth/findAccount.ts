import { isEmail } from '@coffer/fields'
import type { AuthCollection } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { name, type Sql, sql } from '../db/sql.ts'
import { readRecord, type StoredRecord } from '../records/StoredRecord.ts'
import { shapeOf } from '../records/shape.ts'

/** Undefined where the collection does not let accounts sign in with such an identity. */
const conditionFor = ({ options }: AuthCollection, identity: string): Sql | undefined => {
  if (isEmail(identity)) return options.allowEmailAuth ? sql`email = ${identity}` : undefined
  return options.allowUsernameAuth ? sql`LOWER(username) = ${identity.toLowerCase()}` : undefined
}

/** The account that may sign in with this email (exact) or user name (in any case). */
export const findAccount = async (
  reader: Reader,
  collection: AuthCollection,
  identity: string,
): Promise<StoredRecord | undefined> => {
  const condition = conditionFor(collection, identity)
  if (!condition) return undefined
  const row = await reader.row(sql`SELECT ${shapeOf(collection).select} FROM ${name(collection.name)} WHERE ${condition}`)
  return row && readRecord(collection, row)
}
