import { isEmail } from '@coffer/fields'
import type { AuthCollection } from '@coffer/schema'
import type { Reader } from '../db/engine.ts'
import { name, type Sql, sql } from '../db/sql.ts'
import { dialect } from '../db/threadDatabase.ts'
import { readRecord, type StoredRecord } from '../rows/StoredRecord.ts'
import { shapeOf } from '../rows/shape.ts'

const findOne = async (reader: Reader, collection: AuthCollection, condition: Sql): Promise<StoredRecord | undefined> => {
  const row = await reader.row(sql`SELECT ${shapeOf(collection).select} FROM ${name(collection.name)} WHERE ${condition}`)
  return row && readRecord(collection, row)
}

/** Returns the condition for an identity; undefined if the collection does not allow sign-ins with this kind of identity. */
const conditionFor = ({ options }: AuthCollection, identity: string): Sql | undefined => {
  if (isEmail(identity)) return options.allowEmailAuth ? sql`email = ${identity}` : undefined
  return options.allowUsernameAuth ? sql`${dialect.lower(sql`username`)} = ${identity.toLowerCase()}` : undefined
}

/** Finds an auth record by its email, case-sensitively. */
export const findAuthRecordByEmail = (
  reader: Reader,
  collection: AuthCollection,
  email: string,
): Promise<StoredRecord | undefined> => findOne(reader, collection, sql`email = ${email}`)

/** Finds the auth record that can sign in with this email (case-sensitive) or username (case-insensitive). */
export const findAuthRecord = async (
  reader: Reader,
  collection: AuthCollection,
  identity: string,
): Promise<StoredRecord | undefined> => {
  const condition = conditionFor(collection, identity)
  return condition && findOne(reader, collection, condition)
}
