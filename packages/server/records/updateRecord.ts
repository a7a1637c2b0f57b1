import { isPassword } from '../auth/passwords.ts'
import type { Transaction } from '../db/engine.ts'
import { badRequest } from '../errors/ApiError.ts'
import { requireChance } from '../rules/conditions.ts'
import { requestValues } from '../rules/requestValues.ts'
import type { Effect } from '../threads/effects.ts'
import { type Change, effectsOfChanges } from './commit.ts'
import { dropLinksOnVerification } from './dropLinksOnVerification.ts'
import { type Lookup, requireAllowedRow } from './findAllowed.ts'
import { findRecord } from './findRecord.ts'
import { finishDraft } from './finishDraft.ts'
import { hashNewPassword } from './hashNewPassword.ts'
import { loadDraft } from './loadDraft.ts'
import { managesRecord } from './managesRecord.ts'
import { type PlacedFiles, placeFiles } from './placeFiles.ts'
import { type PreparedUpload, prepareUploads } from './prepareUploads.ts'
import type { RecordData } from './RecordData.ts'
import { hasModifiers, resolveModifiers } from './resolveModifiers.ts'
import { readRecord, type StoredRecord } from './StoredRecord.ts'
import { asText } from './scalars.ts'
import { updateRow } from './storeRecord.ts'
import { uniqueIssues } from './uniqueIssues.ts'
import { validateDraft } from './validateDraft.ts'
import type { Write } from './Write.ts'

/** What an update needs that takes long or does not depend on the stored record: made before the transaction. */
interface Prepared {
  uploads: ReadonlyMap<string, readonly PreparedUpload[]>
  files: PlacedFiles
  passwordHash: string | undefined
  /** The hash that the submitted old password belongs to, if it does belong to the stored one. */
  provenHash: string | undefined
}

type Secrets = Pick<Prepared, 'passwordHash' | 'provenHash'>

const prepareSecrets = async (values: Record<string, unknown>, stored: StoredRecord | undefined): Promise<Secrets> => {
  const oldPassword = asText(values.oldPassword)
  const storedHash = String(stored?.values.passwordHash ?? '')
  const isProven = oldPassword !== '' && (await isPassword(oldPassword, storedHash))
  return { passwordHash: await hashNewPassword(values), provenHash: isProven ? storedHash : undefined }
}

const noSecrets: Secrets = { passwordHash: undefined, provenHash: undefined }

const prepare = async ({ app, collection }: Write, data: RecordData | undefined, id: string): Promise<Prepared> => {
  const { values, uploads: sent } = data ?? { values: {}, uploads: [] }
  const uploads = await prepareUploads(collection, sent)
  const isAuth = collection.type === 'auth'
  const stored = isAuth || uploads.size > 0 ? await findRecord(app.db, collection, id) : undefined
  const secrets = isAuth ? await prepareSecrets(values, stored) : noSecrets
  // Files are stored below ids that there are, and below nothing else that a path may hold.
  return { ...secrets, uploads, files: await placeFiles(app, collection, stored && id, uploads) }
}

/** The stored record, if the update rule lets the requester change it as it is now. */
const findUpdatable = async (transaction: Transaction, write: Write, id: string) => {
  const { app, collection, request, requester } = write
  const unruled = hasModifiers(write.ruleData) ? await findRecord(transaction, collection, id) : undefined
  const ruleData = resolveModifiers(collection, write.ruleData, unruled)
  const lookup: Lookup = { catalog: await app.catalog(), request: requestValues(request, requester, ruleData) }
  const row = await requireAllowedRow(transaction, collection, id, 'update', requester, lookup)
  return { stored: readRecord(collection, row), lookup }
}

/** The body, or undefined when it cannot be read: the rule is asked first, which a stranger then hears of alone. */
const readEarly = (write: Write): RecordData | undefined => {
  try {
    return write.readData()
  } catch {
    return undefined
  }
}

const persist = async (transaction: Transaction, files: PlacedFiles, before: StoredRecord, after: StoredRecord) => {
  try {
    files.require()
    await updateRow(transaction, before, after)
  } catch (error) {
    throw badRequest('Failed to update record.', uniqueIssues(after.collection, error), error)
  }
}

interface Updated {
  record: StoredRecord
  lookup: Lookup
  effects: Effect[]
}

const update = async (
  transaction: Transaction,
  write: Write,
  id: string,
  data: RecordData | undefined,
  prepared: Prepared,
): Promise<Updated> => {
  const { collection, requester } = write
  const { stored, lookup } = await findUpdatable(transaction, write, id)
  const values = resolveModifiers(collection, (data ?? write.readData()).values, stored)
  const manages = await managesRecord(transaction, collection, id, requester, lookup)
  const draft = loadDraft(collection, stored, values, prepared.uploads)
  const knowsPassword = prepared.provenHash !== undefined && prepared.provenHash === stored.values.passwordHash
  const issues = await validateDraft(draft, { reader: transaction, catalog: lookup.catalog, manages, knowsPassword })
  if (Object.keys(issues).length > 0) throw badRequest(undefined, issues)
  const finished = await finishDraft(transaction, draft, { manages, passwordHash: prepared.passwordHash })
  const record = await dropLinksOnVerification(transaction, stored, finished)
  await persist(transaction, prepared.files, stored, record)
  const change: Change = { action: 'update', before: stored, after: record, removedFiles: draft.removedFiles }
  return { record, lookup, effects: effectsOfChanges([change]) }
}

/**
 * Changes a record: the rule is asked about the row as stored, modifiers apply to it inside the transaction.
 * @throws ApiError 403 when only administrators may, 404 when there is no such record for the requester, 400 with issues
 */
export const updateRecord = async (write: Write, id: string): Promise<Updated> => {
  requireChance(write.collection, 'update', write.requester)
  const data = readEarly(write)
  const prepared = await prepare(write, data, id)
  try {
    return await write.app.db.transaction(transaction => update(transaction, write, id, data, prepared))
  } catch (error) {
    await prepared.files.discard()
    throw error
  }
}
