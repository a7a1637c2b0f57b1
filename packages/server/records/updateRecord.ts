import { verifyPassword } from '../crypto/passwords.ts'
import type { Reader, Transaction } from '../db/engine.ts'
import { badRequest } from '../errors/ApiError.ts'
import type { PreparedUpload } from '../files/uploads/storeUploads.ts'
import { assertCounted, recordTarget } from '../messages/Attempt.ts'
import { findRecord } from '../rows/findRecord.ts'
import { readRecord, type StoredRecord } from '../rows/StoredRecord.ts'
import { assertNotAdminOnly } from '../rules/conditions.ts'
import { requestValues } from '../rules/requestValues.ts'
import { getAllowedRow, type Lookup } from './access/findAllowed.ts'
import { managesRecord } from './access/managesRecord.ts'
import { dropLinksOnVerification } from './changes/dropLinksOnVerification.ts'
import { type RecordWriter, writeRecords } from './changes/RecordWriter.ts'
import { prepareUploads } from './files/prepareUploads.ts'
import { type NewFiles, noNewFiles, storeNewFiles } from './files/storeNewFiles.ts'
import { completePendingRecord } from './pending/completePendingRecord.ts'
import { hashNewPassword } from './pending/hashNewPassword.ts'
import { loadPendingRecord } from './pending/loadPendingRecord.ts'
import { hasModifiers, resolveModifiers } from './pending/resolveModifiers.ts'
import { asText } from './pending/scalars.ts'
import { UndoRecorder } from './undo/UndoRecorder.ts'
import { storeUndoEntry } from './undo/undoEntries.ts'
import { uniqueIssues } from './validation/uniqueIssues.ts'
import type { ValidationContext } from './validation/ValidationContext.ts'
import { validatePendingRecord } from './validation/validatePendingRecord.ts'
import type { RecordData, WriteRequest, WrittenRecord } from './WriteRequest.ts'

const failed = 'Failed to update record.'

/** Password hashes and stored files, which take too long for a transaction and are prepared before it. */
interface Prepared {
  uploads: ReadonlyMap<string, readonly PreparedUpload[]>
  files: NewFiles
  passwordHash: string | undefined
  /** The stored hash, if the submitted old password matches it. */
  verifiedHash: string | undefined
  /** The update rule denied the change, so nothing was prepared. */
  isDenied?: true
}

const nothingPrepared: Prepared = { uploads: new Map(), files: noNewFiles, passwordHash: undefined, verifiedHash: undefined }

/** Returns the stored record if it meets the update rule. Throws an ApiError 403 or 404 otherwise. */
const findUpdatable = async (reader: Reader, write: WriteRequest, id: string) => {
  const { app, collection, request, requester } = write
  const recordBefore = hasModifiers(write.ruleData) ? await findRecord(reader, collection, id) : undefined
  const ruleData = resolveModifiers(collection, write.ruleData, recordBefore)
  const lookup: Lookup = { catalog: await app.catalog(), request: requestValues(request, requester, ruleData) }
  const row = await getAllowedRow(reader, collection, id, 'update', requester, lookup)
  return { stored: readRecord(collection, row), lookup }
}

/**
 * Merges the body into the stored record and validates the result.
 * @param isVerified whether the submitted old password is the one of the stored record
 * @throws ApiError 404 when the update rule denies the change, 400 with issues by field
 */
const validate = async (
  transaction: Transaction,
  write: WriteRequest,
  id: string,
  data: RecordData,
  { uploads, isVerified }: { uploads: Prepared['uploads']; isVerified: (stored: StoredRecord) => boolean },
) => {
  const { app, collection, requester } = write
  const { stored, lookup } = await findUpdatable(transaction, write, id)
  const values = resolveModifiers(collection, data.values, stored)
  const manages = await managesRecord(transaction, collection, id, requester, lookup)
  const pending = loadPendingRecord(collection, stored, values, uploads)
  const context: ValidationContext = {
    transaction,
    catalog: lookup.catalog,
    existingIdCache: app.existingIdCache,
    manages,
    isOldPasswordVerified: isVerified(stored),
  }
  const issues = await validatePendingRecord(pending, context)
  if (Object.keys(issues).length > 0) throw badRequest(undefined, issues)
  return { stored, lookup, manages, pending }
}

/** Returns the stored hash if the submitted old password matches it. */
const verifyOldPassword = async ({ collection, request }: WriteRequest, oldPassword: string, { values }: StoredRecord) => {
  const hash = String(values.passwordHash ?? '')
  if (oldPassword === '') return undefined
  assertCounted(request, { kind: 'password', target: recordTarget(collection.id, values.id) })
  return (await verifyPassword(oldPassword, hash)) ? hash : undefined
}

type Hashes = Pick<Prepared, 'passwordHash' | 'verifiedHash'>

/** Compares and hashes passwords. Validates the rest first, because each hash takes a good part of a second. */
const prepareHashes = async (
  write: WriteRequest,
  data: RecordData,
  id: string,
  uploads: Prepared['uploads'],
): Promise<Hashes> => {
  const none: Hashes = { passwordHash: undefined, verifiedHash: undefined }
  const [password, oldPassword] = [asText(data.values.password), asText(data.values.oldPassword)]
  if (write.collection.type !== 'auth' || (password === '' && oldPassword === '')) return none
  const { stored, manages } = await write.app.db.transaction(transaction =>
    validate(transaction, write, id, data, { uploads, isVerified: () => true }),
  )
  if (manages) return { ...none, passwordHash: await hashNewPassword(data.values) }
  const verifiedHash = await verifyOldPassword(write, oldPassword, stored)
  return verifiedHash === undefined ? none : { verifiedHash, passwordHash: await hashNewPassword(data.values) }
}

/**
 * Prepares files and hashes. It checks the update rule first, so that a requester who is denied cannot cause this work; the rule is
 * checked again in the transaction.
 */
const prepare = async (write: WriteRequest, data: RecordData | undefined, id: string): Promise<Prepared> => {
  const { app, collection } = write
  const { values, uploads: sent } = data ?? { values: {}, uploads: [] }
  const hasPassword = collection.type === 'auth' && (asText(values.password) !== '' || asText(values.oldPassword) !== '')
  if (!data || (sent.length === 0 && !hasPassword)) return nothingPrepared
  if (!(await findUpdatable(app.db, write, id).catch(() => undefined))) return { ...nothingPrepared, isDenied: true }
  const uploads = await prepareUploads(collection, sent)
  const hashes = await prepareHashes(write, data, id, uploads)
  return { uploads, ...hashes, files: await storeNewFiles(app, collection, id, uploads) }
}

/** Returns undefined if the body is invalid. The rule is checked before that error is reported. */
const tryReadData = (write: WriteRequest): RecordData | undefined => {
  try {
    return write.readData()
  } catch {
    return undefined
  }
}

const persist = async (
  records: RecordWriter,
  files: NewFiles,
  { before, after, removedFiles }: { before: StoredRecord; after: StoredRecord; removedFiles: readonly string[] },
) => {
  const toError = (error: unknown) => badRequest(failed, uniqueIssues(after.collection, error), error)
  try {
    files.assertStored()
  } catch (error) {
    throw toError(error)
  }
  await records.update(before, after, removedFiles, toError)
}

const update = async (
  records: RecordWriter,
  write: WriteRequest,
  id: string,
  data: RecordData | undefined,
  prepared: Prepared,
  undoKey: string | undefined,
): Promise<Omit<WrittenRecord, 'effects'>> => {
  const { transaction } = records
  if (prepared.isDenied || !data) {
    await findUpdatable(transaction, write, id)
    if (prepared.isDenied) throw badRequest(failed)
  }
  const { stored, lookup, manages, pending } = await validate(transaction, write, id, data ?? write.readData(), {
    uploads: prepared.uploads,
    isVerified: ({ values }) => prepared.verifiedHash !== undefined && prepared.verifiedHash === values.passwordHash,
  })
  // The requester manages the record only since the preparation, which therefore did not hash the password.
  if (pending.auth?.password && prepared.passwordHash === undefined) throw badRequest(failed)
  const finished = await completePendingRecord(transaction, pending, { manages, passwordHash: prepared.passwordHash })
  const recorder = undoKey === undefined ? undefined : new UndoRecorder(lookup.catalog)
  const record = await dropLinksOnVerification(transaction, stored, finished, recorder)
  await recorder?.addChange(transaction, stored, record)
  const { removedFiles } = pending
  await persist(records, prepared.files, { before: stored, after: record, removedFiles })
  if (undoKey !== undefined && recorder) {
    const target = { collectionId: record.collection.id, recordId: id }
    const files = [{ collectionId: record.collection.id, records: [{ id, files: removedFiles }] }]
    if (await storeUndoEntry(transaction, undoKey, target, recorder.snapshot, files)) records.retainFiles()
  }
  return { record, lookup }
}

/**
 * Updates a record. The update rule reads the stored row, and modifiers apply to it, inside the transaction.
 * @param undoKey the key under which the overwritten values are stored, so that the change can be undone for a while
 * @throws ApiError 403 when only admins are allowed, 404 when the requester has no such record, 400 with issues by field
 */
export const updateRecord = async (write: WriteRequest, id: string, undoKey?: string): Promise<WrittenRecord> => {
  assertNotAdminOnly(write.collection, 'update', write.requester)
  const data = tryReadData(write)
  const prepared = await prepare(write, data, id)
  try {
    const { result, effects } = await writeRecords(write.app, records => update(records, write, id, data, prepared, undoKey))
    return { ...result, effects }
  } catch (error) {
    await prepared.files.discard(error)
    throw error
  }
}
