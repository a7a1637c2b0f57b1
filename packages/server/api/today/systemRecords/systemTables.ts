import { fieldTypes } from '@coffer/fields'
import { originOf } from '../../../auth/signIns/authOrigins.ts'
import { firstFactorOf } from '../../../auth/signIns/firstFactors.ts'
import type { Engine } from '../../../db/engine.ts'
import { name, nothing, sql } from '../../../db/sql.ts'
import { describeTable } from '../../../query/compile/compileTableQuery.ts'
import { addExternalAuth, updateExternalAuth } from '../../../records/rows/externalAuths.ts'
import {
  ensureSignIns,
  insertSignIn,
  readSignIn,
  type SignInKind,
  signInColumns,
  signInTable,
  updateSignIn,
} from '../../../records/rows/signIns.ts'
import type { SystemRecord, SystemTable } from './SystemTable.ts'

const text = (column: string) => ({ name: column, type: 'text', options: fieldTypes.text.options.parse({}) }) as const

const owner = { collectionRef: 'collectionId', recordRef: 'recordId' } as const

const signIns = describeTable(signInTable, ['kind', 'collectionId', 'recordId', 'detail'].map(text))

/** Returns the row of a record, whose detail is a text. */
type ToSignIn = (owner: SystemRecord['owner'], id: string, detail: string) => Parameters<typeof insertSignIn>[1]

interface SignInCollection {
  name: string
  record: SystemTable['record']
  kind: SignInKind
  /** The field that has the detail of the row. */
  field: string
  uniqueFields?: SystemTable['uniqueFields']
  /** Absent if superusers cannot create or change its records. */
  toSignIn?: ToSignIn
}

function ofSignIns({ name: collection, record, kind, field, uniqueFields = [], toSignIn }: SignInCollection): SystemTable {
  const store: SystemTable['store'] =
    toSignIn &&
    ((transaction, { id, owner: authRecord, values }, isNew) =>
      (isNew ? insertSignIn : updateSignIn)(transaction, toSignIn(authRecord, id, values[field] ?? '')))
  return {
    name: collection,
    record,
    table: signIns,
    columns: signInColumns,
    kind,
    columnsOf: { ...owner, [field]: 'detail' },
    fields: [field],
    uniqueFields,
    hidden: kind === 'otp' ? ['sentTo', 'password'] : [],
    isOwned: kind === 'origin',
    toJson: row => {
      const { id, created, updated, collectionId, recordId, detail } = readSignIn(row)
      const json = { id, created, updated, collectionRef: collectionId, recordRef: recordId, [field]: detail }
      // Clients expect a key for the hash, but the server stores none.
      return kind === 'otp' ? { ...json, password: '' } : json
    },
    prepare: ensureSignIns,
    ...(store && { store }),
  }
}

const externalAuths: SystemTable = {
  name: '_externalAuths',
  record: 'TodayExternalAuth',
  table: describeTable('_externalAuths', ['collectionId', 'recordId', 'provider', 'providerId'].map(text)),
  columns: sql`id, created, updated, ${name('collectionId')}, ${name('recordId')}, provider, ${name('providerId')}`,
  columnsOf: owner,
  fields: ['provider', 'providerId'],
  uniqueFields: [
    ['collectionRef', 'recordRef', 'provider'],
    ['collectionRef', 'provider', 'providerId'],
  ],
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
  // The 0.22 layout has the table.
  prepare: async () => {},
  store: (transaction, { id, owner: { collection, values: own }, values: { provider = '', providerId = '' } }, isNew) =>
    (isNew ? addExternalAuth : updateExternalAuth)(transaction, {
      id,
      collectionId: collection.id,
      recordId: String(own.id),
      provider,
      providerId,
    }),
}

/** The system collections that PocketBase 0.23 and later have beside `_superusers`. */
export const systemTables: readonly SystemTable[] = [
  externalAuths,
  ofSignIns({
    name: '_mfas',
    record: 'TodayMfa',
    kind: 'mfa',
    field: 'method',
    toSignIn: (own, id, method) => firstFactorOf(own.collection, own, id, method),
  }),
  // A one-time password is computed from its id, so nobody can choose one.
  ofSignIns({ name: '_otps', record: 'TodayOtp', kind: 'otp', field: 'sentTo' }),
  ofSignIns({
    name: '_authOrigins',
    record: 'TodayAuthOrigin',
    kind: 'origin',
    field: 'fingerprint',
    uniqueFields: [['collectionRef', 'recordRef', 'fingerprint']],
    toSignIn: originOf,
  }),
]

/** Deletes all rows of a system collection. */
export function truncateSystemTable(db: Engine, { table, kind }: SystemTable): Promise<void> {
  return db.transaction(async transaction => {
    if (!(await transaction.schema.hasTable(transaction, table.name))) return
    const ofKind = kind ? sql` WHERE kind = ${kind}` : nothing
    await transaction.run(sql`DELETE FROM ${name(table.name)}${ofKind}`)
  })
}
