import { blank, collectIssues, type Issues, providerNames } from '@coffer/schema'
import { randomId } from '../../../crypto/randomText.ts'
import type { Reader, Transaction } from '../../../db/engine.ts'
import { join, name, sql } from '../../../db/sql.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import { findRecord } from '../../../records/rows/findRecord.ts'
import { idChanged, idFormat, idTaken } from '../../../records/validation/validateId.ts'
import { type FormShape, readForm } from '../../body/readForm.ts'
import type { Call } from '../../Call.ts'
import { ownerFields, type SystemRecord, type SystemTable, type Values } from './SystemTable.ts'

/** The fields of a record that superusers can send. */
export function formOf({ fields }: SystemTable): FormShape {
  return Object.fromEntries(['id', ...ownerFields, ...fields].map(field => [field, 'textOrNumber'] as const))
}

const invalidRecord = { code: 'validation_invalid_record', message: 'Missing or invalid record.' }

function collectionIssue(collection: { type: string } | undefined) {
  return collection
    ? { code: 'validation_invalid_collection_type', message: 'Invalid collection type - must be auth.' }
    : { code: 'validation_invalid_collection_id', message: 'Missing or invalid collection.' }
}

/** Finds the auth record that a system record belongs to, or the issues of the fields that name it. */
async function findOwner(
  reader: Reader,
  { catalog }: Call['app'],
  { collectionRef = '', recordRef = '' }: Values,
): Promise<{ owner?: SystemRecord['owner']; issues: Issues }> {
  const missing = collectIssues({
    collectionRef: collectionRef === '' ? blank : undefined,
    recordRef: recordRef === '' ? blank : undefined,
  })
  if (Object.keys(missing).length > 0) return { issues: missing }
  const collection = catalog.byId(collectionRef)
  if (collection?.type !== 'auth') return { issues: { collectionRef: collectionIssue(collection) } }
  const record = await findRecord(reader, collection, recordRef)
  if (!record) return { issues: { recordRef: invalidRecord } }
  return { owner: { ...record, collection }, issues: {} }
}

const providers: readonly string[] = providerNames

function fieldIssue(field: string, value: string | undefined) {
  if (!value) return blank
  const isUnknown = field === 'provider' && !providers.includes(value)
  return isUnknown ? { code: 'validation_in_invalid', message: 'Must be a valid value.' } : undefined
}

const notUnique = { code: 'validation_not_unique', message: 'Value must be unique.' }

/** Finds the fields whose values together belong to another record. */
async function findTaken(reader: Reader, system: SystemTable, id: string, values: Values): Promise<Issues> {
  const { table, kind, columnsOf, uniqueFields } = system
  const ofKind = kind ? sql`kind = ${kind}` : sql`1 = 1`
  for (const fields of uniqueFields) {
    const same = fields.map(field => sql`${name(columnsOf[field] ?? field)} = ${values[field] ?? ''}`)
    const taken = await reader.row(
      sql`SELECT 1 FROM ${name(table.name)} WHERE id <> ${id} AND ${ofKind} AND ${join(same, sql` AND `)}`,
    )
    if (taken) return Object.fromEntries(fields.map(field => [field, notUnique]))
  }
  return {}
}

async function findIdIssue(reader: Reader, { table }: SystemTable, id: string, storedId: string | undefined) {
  if (storedId !== undefined) return id === storedId ? undefined : idChanged
  const format = idFormat(id)
  if (format) return format
  return (await reader.row(sql`SELECT 1 FROM ${name(table.name)} WHERE id = ${id}`)) && idTaken
}

/**
 * Stores the record of a request, completed with the stored values. Returns its id.
 * @param stored the values of the stored record; undefined for a new one
 * @throws Rejection with issues by field
 */
export async function saveSystemRecord(call: Call, system: SystemTable, stored: Values | undefined): Promise<string> {
  const { app, request } = call
  const sent = readForm(request, formOf(system)) as Values
  const values: Values = { ...stored, ...sent }
  const id = values.id || randomId()
  const store = async (transaction: Transaction) => {
    await system.prepare(transaction)
    const { owner, issues } = await findOwner(transaction, app, values)
    const found = collectIssues({
      id: await findIdIssue(transaction, system, id, stored?.id),
      ...issues,
      ...Object.fromEntries(system.fields.map(field => [field, fieldIssue(field, values[field])])),
    })
    const all = Object.keys(found).length > 0 ? found : await findTaken(transaction, system, id, values)
    if (!owner || Object.keys(all).length > 0)
      throw new Rejection('invalid', { code: stored ? 'recordNotUpdated' : 'recordNotCreated', issues: all })
    await system.store?.(transaction, { id, owner, values }, stored === undefined)
  }
  await app.db.transaction(store)
  return id
}
