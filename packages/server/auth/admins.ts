import type { SqlValue } from '@coffer/fields'
import type { Reader, Row, Transaction } from '../db/engine.ts'
import { name, type Sql, sql } from '../db/sql.ts'
import { defineEvent } from '../events/defineEvent.ts'
import type { Admin } from '../records/rules/Requester.ts'

/** An admin was created or deleted. */
export const adminsChanged = defineEvent('adminsChanged')

/** The tokens that are signed with this key of an admin are revoked. */
export const adminTokensRevoked = defineEvent<{ tokenKey: string }>('adminTokensRevoked')

const text = (value: SqlValue | undefined): string => (typeof value === 'string' ? value : '')

/** The table of admins. It takes the place of a collection name where admins and auth records are treated alike. */
export const adminTable = '_admins'

/** Columns of `_admins` in the order that `readAdmin` expects. */
export const adminColumns: Sql = sql`id, created, updated, avatar, email, ${name('tokenKey')}, ${name('passwordHash')}, ${name('lastResetSentAt')}`

/** Parses a row of `adminColumns`. */
export function readAdmin(row: Row): Admin {
  return {
    id: text(row[0]),
    created: text(row[1]),
    updated: text(row[2]),
    avatar: Number(row[3]),
    email: text(row[4]),
    tokenKey: text(row[5]),
    passwordHash: text(row[6]),
    lastResetSentAt: text(row[7]),
  }
}

async function findOne(reader: Reader, condition: Sql): Promise<Admin | undefined> {
  const row = await reader.row(sql`SELECT ${adminColumns} FROM ${name('_admins')} WHERE ${condition}`)
  return row && readAdmin(row)
}

export function findAdmin(reader: Reader, id: string): Promise<Admin | undefined> {
  return findOne(reader, sql`id = ${id}`)
}

/** Finds an admin by email, case-sensitively as in PocketBase 0.22. */
export function findAdminByEmail(reader: Reader, email: string): Promise<Admin | undefined> {
  return findOne(reader, sql`email = ${email}`)
}

export async function countAdmins(reader: Reader): Promise<number> {
  return Number((await reader.row(sql`SELECT COUNT(*) FROM ${name('_admins')}`))?.[0])
}

/** Lists the emails of the oldest admins. */
export async function listAdminEmails(reader: Reader, limit: number): Promise<string[]> {
  return (await reader.rows(sql`SELECT email FROM ${name('_admins')} ORDER BY created, id LIMIT ${limit}`)).map(([email]) =>
    String(email),
  )
}

/** Inserts a new admin. */
export async function insertAdmin(transaction: Transaction, admin: Admin): Promise<void> {
  transaction.markRecordsChanged('_admins')
  await transaction.run(sql`INSERT INTO ${name('_admins')} (${adminColumns}) VALUES (${admin.id}, ${admin.created}, ${admin.updated},
    ${admin.avatar}, ${admin.email}, ${admin.tokenKey}, ${admin.passwordHash}, ${admin.lastResetSentAt})`)
  transaction.emit(adminsChanged(undefined))
}

/** Updates all columns of an admin. A new token key revokes the tokens. */
export async function updateAdmin(transaction: Transaction, { tokenKey }: Admin, admin: Admin): Promise<void> {
  transaction.markRecordsChanged('_admins')
  await transaction.run(sql`UPDATE ${name('_admins')} SET updated = ${admin.updated}, avatar = ${admin.avatar}, email = ${admin.email},
    ${name('tokenKey')} = ${admin.tokenKey}, ${name('passwordHash')} = ${admin.passwordHash}, ${name('lastResetSentAt')} = ${admin.lastResetSentAt} WHERE id = ${admin.id}`)
  if (tokenKey !== admin.tokenKey) transaction.emit(adminTokensRevoked({ tokenKey }))
}

export async function deleteAdmin(transaction: Transaction, { id, tokenKey }: Admin): Promise<void> {
  transaction.markRecordsChanged('_admins')
  await transaction.run(sql`DELETE FROM ${name('_admins')} WHERE id = ${id}`)
  transaction.emit(adminsChanged(undefined))
  transaction.emit(adminTokensRevoked({ tokenKey }))
}

/** Creates the operations on admins that the main thread needs. */
export function createAdminService(db: Reader) {
  return {
    /** Returns whether the data directory has at least one admin. */
    exist: async (): Promise<boolean> => (await countAdmins(db)) > 0,
  }
}
