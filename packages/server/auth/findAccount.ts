import { isEmail } from '@coffer/fields'
import type { AuthCollection } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { name, type Sql, sql } from '../db/sql.ts'
import { readRecord, type StoredRecord } from '../rows/StoredRecord.ts'
import { shapeOf } from '../rows/shape.ts'

const one = async (reader: Reader, collection: AuthCollection, condition: Sql): Promise<StoredRecord | undefined> => {
  const row = await reader.row(sql`SELECT ${shapeOf(collection).select} FROM ${name(collection.name)} WHERE ${condition}`)
  return row && readRecord(collection, row)
}

/** Undefined where the collection does not let accounts sign in with such an identity. */
const conditionFor = ({ options }: AuthCollection, identity: string): Sql | undefined => {
  if (isEmail(identity)) return options.allowEmailAuth ? sql`email = ${identity}` : undefined
  return options.allowUsernameAuth ? sql`LOWER(username) = ${identity.toLowerCase()}` : undefined
}

/** The account with this email, written exactly so. */
export const findAccountByEmail = (
  reader: Reader,
  collection: AuthCollection,
  email: string,
): Promise<StoredRecord | undefined> => one(reader, collection, sql`email = ${email}`)

/** The account that may sign in with this email (exact) or user name (in any case). */
export const findAccount = async (
  reader: Reader,
  collection: AuthCollection,
  identity: string,
): Promise<StoredRecord | undefined> => {
  const condition = conditionFor(collection, identity)
  return condition && one(reader, collection, condition)
}
