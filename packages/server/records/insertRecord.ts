import type { Collection } from '@coffer/schema'
import { DatabaseError } from '../db/DatabaseError.ts'
import type { Transaction } from '../db/engine.ts'
import { Rejection, type RejectionCode, toRejection } from '../errors/Rejection.ts'
import type { PreparedUpload } from '../files/uploads/storeUploads.ts'
import { findAllowedRow, type Lookup } from './access/findAllowed.ts'
import { managesRecord } from './access/managesRecord.ts'
import type { RecordWriter } from './changes/RecordWriter.ts'
import { completePendingRecord } from './pending/completePendingRecord.ts'
import { loadPendingRecord } from './pending/loadPendingRecord.ts'
import type { PendingRecord } from './pending/PendingRecord.ts'
import type { Passwords } from './pending/passwords.ts'
import { type ScriptedChange, ValidatedChange, withScripted } from './RecordInput.ts'
import type { StoredRecord } from './rows/StoredRecord.ts'
import { conditionsOf } from './rules/conditions.ts'
import type { Requester } from './rules/Requester.ts'
import { assertUnusedAuthId } from './validation/assertUnusedAuthId.ts'
import type { ValidationContext } from './validation/ValidationContext.ts'
import { uniqueIssues, validatePendingRecord } from './validation/validatePendingRecord.ts'

/** A new record, with everything that is prepared before its transaction. */
export interface NewRecord {
  collection: Collection
  id: string
  /** The submitted values, with resolved modifiers. */
  values: Record<string, unknown>
  uploads: ReadonlyMap<string, readonly PreparedUpload[]>
  passwordHash: string | undefined
  /** Hashes of the passwords of fields. */
  hashes?: Passwords | undefined
  requester: Requester
  lookup: Lookup
  /** Set if the values of an auth record, such as a verified email, come from the server and not from the requester. */
  isTrusted?: true
  scripted?: ScriptedChange | undefined
  isNewer?: boolean | undefined
}

const pendingRecordOf = ({ collection, id, values, uploads, isNewer }: NewRecord): PendingRecord => ({
  ...loadPendingRecord(collection, undefined, values, uploads, id),
  isNewer,
})

const contextOf = (transaction: Transaction, { lookup }: NewRecord, manages: boolean): ValidationContext => ({
  transaction,
  catalog: lookup.catalog,
  manages,
  isOldPasswordVerified: true,
})

async function assertValid(pending: PendingRecord, context: ValidationContext, code?: RejectionCode): Promise<void> {
  const issues = await validatePendingRecord(pending, context)
  if (Object.keys(issues).length > 0) throw new Rejection('invalid', { ...(code && { code }), issues })
}

/** @throws Rejection `invalid` when the row, which is already inserted, does not meet the create rule */
async function assertAllowed(transaction: Transaction, { collection, id, requester, lookup }: NewRecord): Promise<void> {
  await lookup.observeRule?.({ reader: transaction, id, action: 'create', request: lookup.request })
  const conditions = conditionsOf(collection, 'create', requester)
  if (conditions.length === 0 || (await findAllowedRow(transaction, collection, id, conditions, { ...lookup, isNew: true })))
    return
  throw new Rejection('invalid', { code: 'recordNotCreated', message: 'The create rule does not allow this record.' })
}

/**
 * Inserts an auth record as if the requester managed it, evaluates the create and manage rules on the row, and rolls back.
 * @returns whether the requester manages that row
 * @throws Rejection `invalid` when the record is invalid or does not meet the create rule
 */
async function dryRunCreate(records: RecordWriter, newRecord: NewRecord): Promise<boolean> {
  const { transaction } = records
  const { collection, id, requester, lookup, passwordHash = '' } = newRecord
  const pending = pendingRecordOf(newRecord)
  await assertValid(pending, contextOf(transaction, newRecord, true), 'recordNotCreated')
  // The client's own `verified: true` must not satisfy a rule about `verified`.
  const claimed: PendingRecord = pending.auth ? { ...pending, auth: { ...pending.auth, verified: false } } : pending
  const record = await completePendingRecord(transaction, claimed, { manages: true, passwordHash })
  return records.dryRunInsert(record, async () => {
    await assertAllowed(transaction, newRecord)
    return managesRecord(transaction, collection, id, requester, lookup)
  })
}

/** Only auth records need a dry run, because only they can be managed; for others the rule reads the inserted row. */
const needsDryRun = ({ collection, isTrusted }: NewRecord): boolean => collection.type === 'auth' && !isTrusted

async function manages(records: RecordWriter, newRecord: NewRecord): Promise<boolean> {
  if (newRecord.isTrusted || newRecord.requester.kind === 'admin') return true
  return needsDryRun(newRecord) && dryRunCreate(records, newRecord)
}

/**
 * Checks the create rule on an invalid record, by a dry run, so that a requester whom the rule rejects does not see the issues. A record
 * that the database rejects is not checked: only its issues explain why.
 * @throws Rejection `invalid` without issues when the record does not meet the create rule
 */
async function assertAllowedInvalid(records: RecordWriter, newRecord: NewRecord): Promise<void> {
  const { transaction } = records
  const pending = pendingRecordOf(newRecord)
  const claimed = pending.auth ? { ...pending, auth: { ...pending.auth, verified: false } } : pending
  const record = await completePendingRecord(transaction, claimed, { manages: true, passwordHash: '' })
  await records
    .dryRunInsert(record, () => assertAllowed(transaction, newRecord))
    .catch(error => {
      if (!(error instanceof DatabaseError)) throw error
    })
}

async function validate(records: RecordWriter, newRecord: NewRecord) {
  const { transaction } = records
  const { collection, requester, lookup } = newRecord
  const isManager = await manages(records, newRecord)
  const pending = pendingRecordOf(newRecord)
  // An admin's issues speak for themselves, and so do the issues of auth records, which have passed the dry run.
  const code = requester.kind === 'admin' || collection.type === 'auth' ? undefined : 'recordNotCreated'
  await assertValid(pending, contextOf(transaction, newRecord, isManager), code)
  await assertUnusedAuthId(transaction, lookup.catalog, collection, pending.id)
  return { pending, manages: isManager }
}

/**
 * Validates a new record. In an auth collection, the rules are checked first, by a dry run.
 * @throws Rejection with issues by field
 */
export async function validateNewRecord(records: RecordWriter, newRecord: NewRecord) {
  try {
    return await validate(records, newRecord)
  } catch (error) {
    const checksFirst = newRecord.isNewer || newRecord.lookup.catalog.ruleMeaning === 'today'
    const isChecked = checksFirst && !newRecord.isTrusted && newRecord.requester.kind !== 'admin'
    if (isChecked && error instanceof Rejection) await assertAllowedInvalid(records, newRecord)
    throw error
  }
}

/**
 * Validates and inserts a new record in a transaction, and checks the create rule.
 * @param assertStored throws if the files of the record could not be stored
 * @throws Rejection with issues by field
 */
export async function insertRecord(
  records: RecordWriter,
  newRecord: NewRecord,
  assertStored: () => void = () => undefined,
): Promise<StoredRecord> {
  const { transaction } = records
  const { collection, passwordHash, hashes, scripted } = newRecord
  const { pending, manages } = await validateNewRecord(records, newRecord)
  const completed = await completePendingRecord(transaction, pending, { manages, passwordHash, hashes })
  const record = await withScripted(completed, scripted)
  assertStored()
  await records.insert(record, error => toRejection(error, 'recordNotCreated', uniqueIssues(collection, error)))
  // The rule was checked before hooks of scripts have set values.
  const isChecked = needsDryRun(newRecord) || typeof scripted === 'object'
  if (!isChecked) await assertAllowed(transaction, newRecord)
  if (scripted === 'validate') throw new ValidatedChange(record)
  records.noteRequested({ action: 'create', after: record })
  return record
}
