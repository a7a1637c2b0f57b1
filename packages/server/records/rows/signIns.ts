import { createHash } from 'node:crypto'
import type { SqlValue } from '@coffer/fields'
import { boundList } from '../../db/boundList.ts'
import type { Reader, Row, Transaction } from '../../db/engine.ts'
import { ensureTable } from '../../db/serverTables.ts'
import { name, type Sql, sql } from '../../db/sql.ts'
import { now } from '../../runtime/now.ts'

/** The table of the state of sign-ins: one-time passwords, first factors, and the browsers that users have signed in with. */
export const signInTable = '_cofferSignIns'

export type SignInKind = 'otp' | 'mfa' | 'origin'

/** A row of the table. */
export interface SignInRow {
  /** 15 characters. */
  id: string
  created: string
  updated: string
  kind: SignInKind
  collectionId: string
  /** '' for a one-time password that was requested for an unknown email. */
  recordId: string
  /** The email of a one-time password, the method of a first factor, or the fingerprint of a browser. */
  detail: string
  /** The digest of the record's token key: a new key invalidates the row. */
  keyDigest: string
  /** Number of wrong guesses. */
  attempts: number
  /** When the row expires, in milliseconds since 1970. */
  expires: number
}

const text = (value: SqlValue | undefined): string => (typeof value === 'string' ? value : '')

/** The columns in the order that `readSignIn` expects. */
export const signInColumns: Sql = sql`id, created, updated, kind, ${name('collectionId')}, ${name('recordId')}, detail, ${name('keyDigest')}, attempts, expires`

/** Parses a row of `signInColumns`. */
export function readSignIn(row: Row): SignInRow {
  return {
    id: text(row[0]),
    created: text(row[1]),
    updated: text(row[2]),
    kind: text(row[3]) as SignInKind,
    collectionId: text(row[4]),
    recordId: text(row[5]),
    detail: text(row[6]),
    keyDigest: text(row[7]),
    attempts: Number(row[8]),
    expires: Number(row[9]),
  }
}

/** Returns the digest of a token key that rows are bound to. */
export function digestOf(tokenKey: unknown): string {
  return createHash('sha256').update(String(tokenKey)).digest('hex')
}

/** Whether the table exists. It is created when a sign-in first needs it. */
export function hasSignIns(reader: Reader): Promise<boolean> {
  return reader.schema.hasTable(reader, signInTable)
}

/** Lists the rows of a kind that have not expired, with the newest row first. */
export async function listSignIns(reader: Reader, kind: SignInKind, condition: Sql): Promise<SignInRow[]> {
  if (!(await hasSignIns(reader))) return []
  const rows = await reader.rows(sql`SELECT ${signInColumns} FROM ${name(signInTable)}
    WHERE kind = ${kind} AND expires > ${Date.now()} AND ${condition} ORDER BY created DESC, id DESC`)
  return rows.map(readSignIn)
}

/** Finds a row by its id, unless it has expired. */
export async function findSignIn(reader: Reader, kind: SignInKind, id: string): Promise<SignInRow | undefined> {
  return (await listSignIns(reader, kind, sql`id = ${id}`))[0]
}

/** Creates the table, unless it exists. */
export async function ensureSignIns(transaction: Transaction): Promise<void> {
  await ensureTable(transaction, signInTable, 'signIns')
}

type NewSignIn = Omit<SignInRow, 'created' | 'updated' | 'attempts'>

/** Inserts a row, and removes all expired rows. */
export async function insertSignIn(transaction: Transaction, row: NewSignIn): Promise<void> {
  await ensureSignIns(transaction)
  await transaction.run(sql`DELETE FROM ${name(signInTable)} WHERE expires <= ${Date.now()}`)
  const moment = now()
  await transaction.run(sql`INSERT INTO ${name(signInTable)} (${signInColumns}) VALUES (${row.id}, ${moment}, ${moment}, ${row.kind},
    ${row.collectionId}, ${row.recordId}, ${row.detail}, ${row.keyDigest}, 0, ${row.expires})`)
}

/** Changes the record and the detail of a row. It expires as before. */
export async function updateSignIn(transaction: Transaction, { id, kind, ...row }: NewSignIn): Promise<void> {
  await transaction.run(sql`UPDATE ${name(signInTable)} SET updated = ${now()}, ${name('collectionId')} = ${row.collectionId},
    ${name('recordId')} = ${row.recordId}, detail = ${row.detail}, ${name('keyDigest')} = ${row.keyDigest}
    WHERE id = ${id} AND kind = ${kind}`)
}

/** Counts a wrong guess. */
export async function countWrongGuess(transaction: Transaction, id: string): Promise<void> {
  await transaction.run(sql`UPDATE ${name(signInTable)} SET attempts = attempts + 1 WHERE id = ${id}`)
}

/** Removes a row. Returns false if another request has removed it. */
export async function removeSignIn(transaction: Transaction, id: string): Promise<boolean> {
  return (await transaction.run(sql`DELETE FROM ${name(signInTable)} WHERE id = ${id}`)).changes === 1
}

/** Removes expired rows, and the rows of deleted collections. */
export async function removeExpiredSignIns(transaction: Transaction): Promise<void> {
  await transaction.run(sql`DELETE FROM ${name(signInTable)}
    WHERE expires <= ${Date.now()} OR ${name('collectionId')} NOT IN (SELECT id FROM ${name('_collections')})`)
}

/** Removes the rows of deleted records. */
export async function removeSignInsOf(transaction: Transaction, collectionId: string, ids: readonly string[]): Promise<void> {
  if (!(await hasSignIns(transaction))) return
  await transaction.run(sql`DELETE FROM ${name(signInTable)}
    WHERE ${name('collectionId')} = ${collectionId} AND ${name('recordId')} IN ${boundList(ids)}`)
}
