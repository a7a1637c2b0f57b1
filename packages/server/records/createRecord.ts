import type { Collection } from '@coffer/schema'
import { randomId } from '../crypto/randomText.ts'
import type { Transaction } from '../db/engine.ts'
import { ApiError, badRequest } from '../errors/ApiError.ts'
import type { PreparedUpload } from '../files/uploads/storeUploads.ts'
import type { Effect } from '../messages/Effect.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { assertNotAdminOnly, conditionsOf } from '../rules/conditions.ts'
import { requestValues } from '../rules/requestValues.ts'
import { findAllowedRow, type Lookup } from './access/findAllowed.ts'
import { managesRecord } from './access/managesRecord.ts'
import { type RecordWriter, writeRecords } from './changes/RecordWriter.ts'
import type { Draft } from './drafts/Draft.ts'
import { finishDraft } from './drafts/finishDraft.ts'
import { hashNewPassword } from './drafts/hashNewPassword.ts'
import { loadDraft } from './drafts/loadDraft.ts'
import { resolveModifiers } from './drafts/resolveModifiers.ts'
import { asText } from './drafts/scalars.ts'
import { type PlacedFiles, placeFiles } from './files/placeFiles.ts'
import { prepareUploads } from './files/prepareUploads.ts'
import { assertUnusedAuthId } from './validation/assertUnusedAuthId.ts'
import { uniqueIssues } from './validation/uniqueIssues.ts'
import type { ValidationContext } from './validation/ValidationContext.ts'
import { validateDraft } from './validation/validateDraft.ts'
import { idFormat } from './validation/validateId.ts'
import type { Write } from './Write.ts'

const failed = 'Failed to create record.'

/** The parts of a new record that are computed before its transaction. */
interface Prepared {
  id: string
  values: Record<string, unknown>
  uploads: ReadonlyMap<string, readonly PreparedUpload[]>
  passwordHash: string | undefined
  lookup: Lookup
}

const asFailure = (collection: Collection, error: unknown): unknown =>
  error instanceof ApiError ? error : badRequest(failed, uniqueIssues(collection, error), error)

const draftOf = ({ collection }: Write, { id, values, uploads }: Prepared): Draft =>
  loadDraft(collection, undefined, values, uploads, id)

const assertValid = async (draft: Draft, context: ValidationContext, message: string | undefined): Promise<void> => {
  const issues = await validateDraft(draft, context)
  if (Object.keys(issues).length > 0) throw badRequest(message, issues)
}

/** @throws ApiError 400 when the row, which is already inserted, does not meet the create rule */
const assertAllowed = async (transaction: Transaction, write: Write, { id, lookup }: Prepared): Promise<void> => {
  const conditions = conditionsOf(write.collection, 'create', write.requester)
  if (conditions.length === 0) return
  if (!(await findAllowedRow(transaction, write.collection, id, conditions, lookup))) throw badRequest(failed)
}

/**
 * Inserts an auth record as if the requester managed it, evaluates the create and manage rules on the row, and rolls back.
 * @returns whether the requester manages that row
 * @throws ApiError 400 when the record is invalid or does not meet the create rule
 */
const dryRunCreate = async (records: RecordWriter, write: Write, prepared: Prepared): Promise<boolean> => {
  const { transaction } = records
  const { collection, requester } = write
  const { id, lookup } = prepared
  const draft = draftOf(write, prepared)
  const context: ValidationContext = {
    transaction,
    catalog: lookup.catalog,
    existingIdCache: write.app.existingIdCache,
    manages: true,
    isOldPasswordVerified: true,
  }
  await assertValid(draft, context, failed)
  // The client's own `verified: true` must not satisfy a rule about `verified`.
  const claimed: Draft = draft.auth ? { ...draft, auth: { ...draft.auth, verified: false } } : draft
  const record = await finishDraft(transaction, claimed, { ...context, passwordHash: prepared.passwordHash ?? '' })
  return records.dryRunInsert(record, async () => {
    await assertAllowed(transaction, write, prepared)
    return managesRecord(transaction, collection, id, requester, lookup)
  })
}

/** Validates the record. In an auth collection, the rules are checked first, by a dry run. */
const validate = async (records: RecordWriter, write: Write, prepared: Prepared) => {
  const { transaction } = records
  const { collection, requester } = write
  const { catalog } = prepared.lookup
  const isAdmin = requester.kind === 'admin'
  const isAuth = collection.type === 'auth'
  const manages = isAdmin || (isAuth && (await dryRunCreate(records, write, prepared)))
  const draft = draftOf(write, prepared)
  // Admins get the default message. Auth records have passed the dry run, which reports its issues with the message `failed`.
  const message = isAdmin || isAuth ? undefined : failed
  await assertValid(
    draft,
    { transaction, catalog, existingIdCache: write.app.existingIdCache, manages, isOldPasswordVerified: true },
    message,
  )
  await assertUnusedAuthId(transaction, catalog, collection, draft.id)
  return { draft, manages }
}

const store = async (records: RecordWriter, write: Write, prepared: Prepared, files: PlacedFiles): Promise<StoredRecord> => {
  const { transaction } = records
  const { draft, manages } = await validate(records, write, prepared)
  const record = await finishDraft(transaction, draft, { manages, passwordHash: prepared.passwordHash })
  files.assertStored()
  await records.insert(record)
  // Only auth records need a dry run, because only they can be managed; for others the rule reads the inserted row.
  if (!draft.auth) await assertAllowed(transaction, write, prepared)
  return record
}

/** Hashes the password of an auth record. Validates first, because a hash takes a good part of a second. */
const prepareHash = async (write: Write, prepared: Prepared): Promise<string | undefined> => {
  if (write.collection.type !== 'auth') return undefined
  await writeRecords(write.app, records => validate(records, write, prepared))
  return hashNewPassword(prepared.values)
}

/**
 * Creates a record: stores its files, then normalizes, validates, inserts and checks the create rule in one transaction.
 * @throws ApiError 403 when only admins are allowed to create records, 400 with issues by field when the record is rejected
 */
export const createRecord = async (write: Write): Promise<{ record: StoredRecord; lookup: Lookup; effects: Effect[] }> => {
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
    throw asFailure(collection, error)
  })
  const files = await placeFiles(app, collection, idFormat(id) ? undefined : id, uploads)
  try {
    const { result, effects } = await writeRecords(app, records => store(records, write, { ...prepared, passwordHash }, files))
    return { record: result, lookup: prepared.lookup, effects }
  } catch (error) {
    await files.discard(error)
    throw asFailure(collection, error)
  }
}
