import { fieldTypes } from '@coffer/fields'
import type { Engine, Row } from '../../../db/engine.ts'
import { name, nothing, type Sql, sql } from '../../../db/sql.ts'
import { describeTable, type TableDescription } from '../../../query/compile/compileTableQuery.ts'
import { readSignIn, type SignInKind, signInColumns, signInTable } from '../../../records/rows/signIns.ts'

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
  /** The fields that only superusers see and filter by. */
  hidden: readonly string[]
  /** Whether owners can delete their records. */
  isOwned: boolean
  toJson: (row: Row) => Record<string, unknown>
}

const text = (column: string) => ({ name: column, type: 'text', options: fieldTypes.text.options.parse({}) }) as const

const owner = { collectionRef: 'collectionId', recordRef: 'recordId' } as const

const signIns = describeTable(signInTable, ['kind', 'collectionId', 'recordId', 'detail'].map(text))

/** @param field the field that has the detail of the row */
function ofSignIns(collection: string, record: SystemTable['record'], kind: SignInKind, field: string): SystemTable {
  return {
    name: collection,
    record,
    table: signIns,
    columns: signInColumns,
    kind,
    columnsOf: { ...owner, [field]: 'detail' },
    hidden: kind === 'otp' ? ['sentTo', 'password'] : [],
    isOwned: kind === 'origin',
    toJson: row => {
      const { id, created, updated, collectionId, recordId, detail } = readSignIn(row)
      const json = { id, created, updated, collectionRef: collectionId, recordRef: recordId, [field]: detail }
      // Clients expect a key for the hash, but the server stores none.
      return kind === 'otp' ? { ...json, password: '' } : json
    },
  }
}

const externalAuths: SystemTable = {
  name: '_externalAuths',
  record: 'TodayExternalAuth',
  table: describeTable('_externalAuths', ['collectionId', 'recordId', 'provider', 'providerId'].map(text)),
  columns: sql`id, created, updated, ${name('collectionId')}, ${name('recordId')}, provider, ${name('providerId')}`,
  columnsOf: owner,
  hidden: [],
  isOwned: true,
  toJson: ([id, created, updated, collectionRef, recordRef, provider, providerId]) => ({
    id,
    created,
    updated,
    collectionRef,
    recordRef,
    provider,
    providerId,
  }),
}

/** The system collections that PocketBase 0.23 and later have beside `_superusers`. */
export const systemTables: readonly SystemTable[] = [
  externalAuths,
  ofSignIns('_mfas', 'TodayMfa', 'mfa', 'method'),
  ofSignIns('_otps', 'TodayOtp', 'otp', 'sentTo'),
  ofSignIns('_authOrigins', 'TodayAuthOrigin', 'origin', 'fingerprint'),
]

/** Deletes all rows of a system collection. */
export function truncateSystemTable(db: Engine, { table, kind }: SystemTable): Promise<void> {
  return db.transaction(async transaction => {
    if (!(await transaction.schema.hasTable(transaction, table.name))) return
    const ofKind = kind ? sql` WHERE kind = ${kind}` : nothing
    await transaction.run(sql`DELETE FROM ${name(table.name)}${ofKind}`)
  })
}
