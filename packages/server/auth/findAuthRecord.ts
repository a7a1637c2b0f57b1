import { fieldType, isEmail } from '@coffer/fields'
import { type AuthCollection, identityFieldsOf, uniqueIndexOf } from '@coffer/schema'
import type { Dialect } from '../db/Dialect.ts'
import type { Reader } from '../db/engine.ts'
import { name, type Sql, sql } from '../db/sql.ts'
import { Rejection } from '../errors/Rejection.ts'
import { readRecord, type StoredRecord } from '../records/rows/StoredRecord.ts'
import { shapeOf } from '../records/rows/shape.ts'

async function findOne(reader: Reader, collection: AuthCollection, condition: Sql): Promise<StoredRecord | undefined> {
  const row = await reader.row(sql`SELECT ${shapeOf(collection).select} FROM ${name(collection.name)} WHERE ${condition}`)
  return row && readRecord(collection, row)
}

/** Returns the condition for an identity; undefined if no value of the field can be this identity. */
function conditionFor(dialect: Dialect, collection: AuthCollection, identity: string, fieldName: string): Sql | undefined {
  if (fieldName === 'email') return sql`email = ${identity}`
  if (fieldName === 'username') return sql`${dialect.lower(sql`username`)} = ${identity.toLowerCase()}`
  const field = collection.schema.find(({ name }) => name === fieldName)
  if (!field) return undefined
  const isNumber = fieldType(field).column(field.options) === 'number'
  // Several records can have 0, which stands for no number.
  if (isNumber)
    return /^-?\d[\d.]*$/.test(identity) && Number(identity) ? sql`${name(fieldName)} = ${Number(identity)}` : undefined
  const ignoresCase = uniqueIndexOf(collection.indexes, fieldName)?.columns[0]?.collate.toUpperCase() === 'NOCASE'
  return ignoresCase ? dialect.equalsIgnoringCase(name(fieldName), identity) : sql`${name(fieldName)} = ${identity}`
}

/** Whether an identity without a field is looked for in this field. Emails and usernames cannot be mistaken for each other. */
const isCandidate = (fieldName: string, identity: string): boolean =>
  fieldName === 'email' ? isEmail(identity) : fieldName !== 'username' || !isEmail(identity)

/** Finds an auth record by its email, case-sensitively. */
export function findAuthRecordByEmail(
  reader: Reader,
  collection: AuthCollection,
  email: string,
): Promise<StoredRecord | undefined> {
  return findOne(reader, collection, sql`email = ${email}`)
}

/**
 * Finds the auth record that can sign in with an identity. Emails are compared with their case, usernames without, and other fields as
 * their unique index compares them.
 * @param field the field that has the identity; by default it is looked for in all identity fields, first as an email
 */
export async function findAuthRecord(
  reader: Reader,
  collection: AuthCollection,
  identity: string,
  field?: string,
): Promise<StoredRecord | undefined> {
  const fields = identityFieldsOf(collection.options)
  const candidates = fields.filter(name => (field === undefined ? isCandidate(name, identity) : name === field))
  for (const candidate of candidates.toSorted((left, right) => Number(right === 'email') - Number(left === 'email'))) {
    const condition = conditionFor(reader.dialect, collection, identity, candidate)
    const found = condition && (await findOne(reader, collection, condition))
    if (found) return found
  }
  return undefined
}

const signInFailures = {
  'wrong password': 'The password is wrong.',
  'revoked tokens': 'The auth record was deleted, or its tokens were revoked, during the sign-in.',
  'unknown identity': 'No auth record with this identity can sign in.',
}

/**
 * Returns the error of a failed sign-in. Only the log contains the cause, not the response. A wrong password is logged as a warning, and
 * an unknown identity as an error, as in PocketBase.
 */
export function failedSignIn(cause: keyof typeof signInFailures): Rejection {
  return new Rejection('invalid', {
    code: 'notSignedIn',
    cause: signInFailures[cause],
    isWarning: cause !== 'unknown identity',
  })
}
