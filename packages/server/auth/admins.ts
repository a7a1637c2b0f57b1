import type { SqlValue } from '@coffer/fields'
import type { Reader, Row, Transaction } from '../db/engine.ts'
import { type Sql, sql } from '../db/sql.ts'
import type { Admin } from '../rules/Requester.ts'

const text = (value: SqlValue | undefined): string => (typeof value === 'string' ? value : '')

/** The table of admins. It takes the place of a collection name where admins and auth records are treated alike. */
export const adminTable = '_admins'

/** Columns of `_admins` in the order that `readAdmin` expects. */
export const adminColumns: Sql = sql`id, created, updated, avatar, email, tokenKey, passwordHash, lastResetSentAt`

/** Parses a row of `adminColumns`. */
export const readAdmin = (row: Row): Admin => ({
  id: text(row[0]),
  created: text(row[1]),
  updated: text(row[2]),
  avatar: Number(row[3]),
  email: text(row[4]),
  tokenKey: text(row[5]),
  passwordHash: text(row[6]),
  lastResetSentAt: text(row[7]),
})

const findOne = async (reader: Reader, condition: Sql): Promise<Admin | undefined> => {
  const row = await reader.row(sql`SELECT ${adminColumns} FROM _admins WHERE ${condition}`)
  return row && readAdmin(row)
}

export const findAdmin = (reader: Reader, id: string): Promise<Admin | undefined> => findOne(reader, sql`id = ${id}`)

/** Finds an admin by email, case-sensitively as in PocketBase 0.22. */
export const findAdminByEmail = (reader: Reader, email: string): Promise<Admin | undefined> =>
  findOne(reader, sql`email = ${email}`)

export const countAdmins = async (reader: Reader): Promise<number> =>
  Number((await reader.row(sql`SELECT COUNT(*) FROM _admins`))?.[0])

/** Inserts a new admin. */
export const insertAdmin = async (transaction: Transaction, admin: Admin): Promise<void> => {
  transaction.markRecordsChanged('_admins')
  await transaction.run(sql`INSERT INTO _admins (${adminColumns}) VALUES (${admin.id}, ${admin.created}, ${admin.updated},
    ${admin.avatar}, ${admin.email}, ${admin.tokenKey}, ${admin.passwordHash}, ${admin.lastResetSentAt})`)
}

/** Updates all columns of an admin. */
export const updateAdmin = async (transaction: Transaction, admin: Admin): Promise<void> => {
  transaction.markRecordsChanged('_admins')
  await transaction.run(sql`UPDATE _admins SET updated = ${admin.updated}, avatar = ${admin.avatar}, email = ${admin.email},
    tokenKey = ${admin.tokenKey}, passwordHash = ${admin.passwordHash}, lastResetSentAt = ${admin.lastResetSentAt} WHERE id = ${admin.id}`)
}

export const deleteAdmin = async (transaction: Transaction, id: string): Promise<void> => {
  transaction.markRecordsChanged('_admins')
  await transaction.run(sql`DELETE FROM _admins WHERE id = ${id}`)
}

/** Serializes an admin for the API, without keys and hashes. */
export const adminJson = ({ id, created, updated, avatar, email }: Admin) => ({ id, created, updated, avatar, email })
