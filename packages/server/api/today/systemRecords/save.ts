import { blank, collectIssues, type Issues, providerNames } from '@coffer/schema'
import { randomId } from '../../../crypto/randomText.ts'
import type { Reader, Transaction } from '../../../db/engine.ts'
import { join, name, sql } from '../../../db/sql.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import type { ApiRequest } from '../../../messages/ApiRequest.ts'
import { findRecord } from '../../../records/rows/findRecord.ts'
import { idChanged, idFormat, idTaken } from '../../../records/validation/validateId.ts'
import { type FormShape, readForm } from '../../body/readForm.ts'
import type { Call } from '../../Call.ts'
import { getRow, recordJson } from './readRecord.ts'
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
    const isTaken = join([sql`id <> ${id}`, ofKind, ...same], sql` AND `)
    const taken = await reader.row(sql`SELECT 1 FROM ${name(table.name)} WHERE ${isTaken}`)
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

/** Reads the fields of a record from a request. */
export function readSystemForm(request: ApiRequest, system: SystemTable): Values {
  return readForm(request, formOf(system)) as Values
}

interface SentRecord {
  /** The id of the record to update; undefined to create one. */
  id?: string | undefined
  sent: Values
}

/**
 * Creates a record, or updates one with the sent values, and returns it as the requester sees it.
 * @throws Rejection with issues by field, or `missing` if there is no such record
 */
export async function storeSystemRecord(
  transaction: Transaction,
  { app, requester }: Call,
  system: SystemTable,
  { id: storedId, sent }: SentRecord,
): Promise<object> {
  await system.prepare(transaction)
  const stored =
    storedId === undefined ? undefined : (system.toJson(await getRow(transaction, system, { requester }, storedId)) as Values)
  const values: Values = { ...stored, ...sent }
  const id = values.id || randomId()
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
  return recordJson(system, await getRow(transaction, system, { requester }, id), requester)
}

/** Deletes a record. @throws Rejection `missing` if there is none that the requester can see */
export async function deleteSystemRecord(transaction: Transaction, call: Call, system: SystemTable, id: string): Promise<void> {
  await getRow(transaction, system, call, id)
  await transaction.run(sql`DELETE FROM ${name(system.table.name)} WHERE id = ${id}`)
}
