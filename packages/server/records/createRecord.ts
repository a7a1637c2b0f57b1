import type { Collection } from '@coffer/schema'
import { randomId } from '../crypto/randomText.ts'
import type { Transaction } from '../db/engine.ts'
import { ApiError, badRequest } from '../errors/ApiError.ts'
import type { PreparedUpload } from '../files/uploads/storeUploads.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { assertNotAdminOnly, conditionsOf } from '../rules/conditions.ts'
import { requestValues } from '../rules/requestValues.ts'
import { findAllowedRow, type Lookup } from './access/findAllowed.ts'
import { managesRecord } from './access/managesRecord.ts'
import { type RecordWriter, writeRecords } from './changes/RecordWriter.ts'
import { prepareUploads } from './files/prepareUploads.ts'
import { type NewFiles, storeNewFiles } from './files/storeNewFiles.ts'
import { completePendingRecord } from './pending/completePendingRecord.ts'
import { hashNewPassword } from './pending/hashNewPassword.ts'
import { loadPendingRecord } from './pending/loadPendingRecord.ts'
import type { PendingRecord } from './pending/PendingRecord.ts'
import { resolveModifiers } from './pending/resolveModifiers.ts'
import { asText } from './pending/scalars.ts'
import { assertUnusedAuthId } from './validation/assertUnusedAuthId.ts'
import { uniqueIssues } from './validation/uniqueIssues.ts'
import type { ValidationContext } from './validation/ValidationContext.ts'
import { idFormat } from './validation/validateId.ts'
import { validatePendingRecord } from './validation/validatePendingRecord.ts'
import type { WriteRequest, WrittenRecord } from './WriteRequest.ts'

const failed = 'Failed to create record.'

/** The parts of a new record that are computed before its transaction. */
interface Prepared {
  id: string
  values: Record<string, unknown>
  uploads: ReadonlyMap<string, readonly PreparedUpload[]>
  passwordHash: string | undefined
  lookup: Lookup
}

const toApiError = (collection: Collection, error: unknown): unknown =>
  error instanceof ApiError ? error : badRequest(failed, uniqueIssues(collection, error), error)

const pendingRecordOf = ({ collection }: WriteRequest, { id, values, uploads }: Prepared): PendingRecord =>
  loadPendingRecord(collection, undefined, values, uploads, id)

const assertValid = async (pending: PendingRecord, context: ValidationContext, message: string | undefined): Promise<void> => {
  const issues = await validatePendingRecord(pending, context)
  if (Object.keys(issues).length > 0) throw badRequest(message, issues)
}

/** @throws ApiError 400 when the row, which is already inserted, does not meet the create rule */
const assertAllowed = async (transaction: Transaction, write: WriteRequest, { id, lookup }: Prepared): Promise<void> => {
  const conditions = conditionsOf(write.collection, 'create', write.requester)
  if (conditions.length === 0) return
  if (!(await findAllowedRow(transaction, write.collection, id, conditions, lookup))) throw badRequest(failed)
}

/**
 * Inserts an auth record as if the requester managed it, evaluates the create and manage rules on the row, and rolls back.
 * @returns whether the requester manages that row
 * @throws ApiError 400 when the record is invalid or does not meet the create rule
 */
const dryRunCreate = async (records: RecordWriter, write: WriteRequest, prepared: Prepared): Promise<boolean> => {
  const { transaction } = records
  const { collection, requester } = write
  const { id, lookup } = prepared
  const pending = pendingRecordOf(write, prepared)
  const context: ValidationContext = {
    transaction,
    catalog: lookup.catalog,
    existingIdCache: write.app.existingIdCache,
    manages: true,
    isOldPasswordVerified: true,
  }
  await assertValid(pending, context, failed)
  // The client's own `verified: true` must not satisfy a rule about `verified`.
  const claimed: PendingRecord = pending.auth ? { ...pending, auth: { ...pending.auth, verified: false } } : pending
  const record = await completePendingRecord(transaction, claimed, { ...context, passwordHash: prepared.passwordHash ?? '' })
  return records.dryRunInsert(record, async () => {
    await assertAllowed(transaction, write, prepared)
    return managesRecord(transaction, collection, id, requester, lookup)
  })
}

/** Validates the record. In an auth collection, the rules are checked first, by a dry run. */
const validate = async (records: RecordWriter, write: WriteRequest, prepared: Prepared) => {
  const { transaction } = records
  const { collection, requester } = write
  const { catalog } = prepared.lookup
  const isAdmin = requester.kind === 'admin'
  const isAuth = collection.type === 'auth'
  const manages = isAdmin || (isAuth && (await dryRunCreate(records, write, prepared)))
  const pending = pendingRecordOf(write, prepared)
  // Admins get the default message. Auth records have passed the dry run, which reports its issues with the message `failed`.
  const message = isAdmin || isAuth ? undefined : failed
  await assertValid(
    pending,
    { transaction, catalog, existingIdCache: write.app.existingIdCache, manages, isOldPasswordVerified: true },
    message,
  )
  await assertUnusedAuthId(transaction, catalog, collection, pending.id)
  return { pending, manages }
}

const store = async (records: RecordWriter, write: WriteRequest, prepared: Prepared, files: NewFiles): Promise<StoredRecord> => {
  const { transaction } = records
  const { pending, manages } = await validate(records, write, prepared)
  const record = await completePendingRecord(transaction, pending, { manages, passwordHash: prepared.passwordHash })
  files.assertStored()
  await records.insert(record, error => toApiError(write.collection, error))
  // Only auth records need a dry run, because only they can be managed; for others the rule reads the inserted row.
  if (!pending.auth) await assertAllowed(transaction, write, prepared)
  return record
}

/** Hashes the password of an auth record. Validates first, because a hash takes a good part of a second. */
const prepareHash = async (write: WriteRequest, prepared: Prepared): Promise<string | undefined> => {
  if (write.collection.type !== 'auth') return undefined
  await writeRecords(write.app, records => validate(records, write, prepared))
  return hashNewPassword(prepared.values)
}

/**
 * Creates a record: stores its files, then normalizes, validates, inserts and checks the create rule in one transaction.
 * @throws ApiError 403 when only admins are allowed to create records, 400 with issues by field when the record is rejected
 */
export const createRecord = async (write: WriteRequest): Promise<WrittenRecord> => {
  const { app, collection, request, requester } = write
  assertNotAdminOnly(collection, 'create', requester)
  const data = write.readData()
  const values = resolveModifiers(collection, data.values, undefined)
  const ruleData = resolveModifiers(collection, write.ruleData, undefined)
  const prepared: Prepared = {
    id: asText(values.id) || randomId(),
    values,
    uploads: await prepareUploads(collection, data.uploads),
    passwordHash: undefined,
    lookup: { catalog: await app.catalog(), request: requestValues(request, requester, ruleData) },
  }
  const { id, uploads } = prepared
  const passwordHash = await prepareHash(write, prepared).catch(error => {
    throw toApiError(collection, error)
  })
  const files = await storeNewFiles(app, collection, idFormat(id) ? undefined : id, uploads)
  try {
    const { result, effects } = await writeRecords(app, records => store(records, write, { ...prepared, passwordHash }, files))
    return { record: result, lookup: prepared.lookup, effects }
  } catch (error) {
    await files.discard(error)
    throw toApiError(collection, error)
  }
}
