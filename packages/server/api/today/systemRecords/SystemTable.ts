import type { AuthCollection } from '@coffer/schema'
import type { Row, Transaction } from '../../../db/engine.ts'
import type { Sql } from '../../../db/sql.ts'
import type { TableDescription } from '../../../query/compile/compileTableQuery.ts'
import type { StoredRecord } from '../../../records/rows/StoredRecord.ts'
import type { SignInKind } from '../../../records/rows/signIns.ts'

/** The fields of the record that a system record belongs to. */
export const ownerFields = ['collectionRef', 'recordRef'] as const

export type Values = Readonly<Record<string, string>>

/** A record that a superuser has sent. */
export interface SystemRecord {
  id: string
  /** The auth record that it belongs to. */
  owner: StoredRecord & { collection: AuthCollection }
  /** The values of its fields. */
  values: Values
}

/** A system collection of PocketBase 0.23 and later, whose records are rows of a table of this server. */
export interface SystemTable {
  name: string
  /** The schema of its records in the OpenAPI document. */
  record: `Today${'ExternalAuth' | 'Mfa' | 'Otp' | 'AuthOrigin'}`
  /** The table, which is created when it is first used. */
  table: TableDescription
  columns: Sql
  /** The kind of its rows, if the table has several. */
  kind?: SignInKind
  /** The columns of the fields that have other names. */
  columnsOf: Readonly<Record<string, string>>
  /** The fields beside the ones of the owner. */
  fields: readonly string[]
  /** The fields whose values together belong to one record only. */
  uniqueFields: readonly (readonly string[])[]
  /** The fields that only superusers see and filter by. */
  hidden: readonly string[]
  /** Whether owners can delete their records. */
  isOwned: boolean
  toJson: (row: Row) => Record<string, unknown>
  /** Creates the table, unless it exists. */
  prepare: (transaction: Transaction) => Promise<void>
  /** Inserts or updates a record. Absent if only the server creates them. */
  store?: (transaction: Transaction, record: SystemRecord, isNew: boolean) => Promise<void>
}
