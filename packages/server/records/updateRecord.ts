import { isPassword } from '../auth/passwords.ts'
import type { Transaction } from '../db/engine.ts'
import { badRequest } from '../errors/ApiError.ts'
import { discardUploads, storeUploads } from '../files/uploads.ts'
import { requireChance } from '../rules/conditions.ts'
import { requestValues } from '../rules/requestValues.ts'
import type { Effect } from '../threads/effects.ts'
import { type Change, effectsOfChanges } from './commit.ts'
import type { Draft } from './Draft.ts'
import { dropLinksOnVerification } from './dropLinksOnVerification.ts'
import { type Lookup, requireAllowedRow } from './findAllowed.ts'
import { findRecord } from './findRecord.ts'
import { finishDraft } from './finishDraft.ts'
import { hashNewPassword } from './hashNewPassword.ts'
import { loadDraft } from './loadDraft.ts'
import { managesRecord } from './managesRecord.ts'
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
  passwordHash: string | undefined
  /** The hash that the submitted old password belongs to, if it does belong to the stored one. */
  provenHash: string | undefined
}

const prepare = async ({ app, collection }: Write, data: RecordData | undefined, id: string): Promise<Prepared> => {
  const { values, uploads } = data ?? { values: {}, uploads: [] }
  const prepared = { uploads: await prepareUploads(collection, uploads), passwordHash: undefined, provenHash: undefined }
  if (collection.type !== 'auth') return prepared
  const oldPassword = asText(values.oldPassword)
  const storedHash = String((await findRecord(app.db, collection, id))?.values.passwordHash ?? '')
  const isProven = oldPassword !== '' && (await isPassword(oldPassword, storedHash))
  return { ...prepared, passwordHash: await hashNewPassword(values), provenHash: isProven ? storedHash : undefined }
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

const persist = async (transaction: Transaction, write: Write, draft: Draft, record: StoredRecord): Promise<void> => {
  const { app, collection } = write
  await storeUploads(app, collection.id, draft.id, draft.uploads)
  try {
    await updateRow(transaction, record)
  } catch (error) {
    await discardUploads(app, collection.id, draft.id, draft.uploads)
    throw badRequest('Failed to update record.', uniqueIssues(collection, error), error)
  }
}

/**
 * Changes a record: the rule is asked about the row as stored, modifiers apply to it inside the transaction.
 * @throws ApiError 403 when only administrators may, 404 when there is no such record for the requester, 400 with issues
 */
export const updateRecord = async (
  write: Write,
  id: string,
): Promise<{ record: StoredRecord; lookup: Lookup; effects: Effect[] }> => {
  const { app, collection, requester } = write
  requireChance(collection, 'update', requester)
  const data = readEarly(write)
  const prepared = await prepare(write, data, id)
  return app.db.transaction(async transaction => {
    const { stored, lookup } = await findUpdatable(transaction, write, id)
    const values = resolveModifiers(collection, (data ?? write.readData()).values, stored)
    const manages = await managesRecord(transaction, collection, id, requester, lookup)
    const draft = loadDraft(collection, stored, values, prepared.uploads)
    const knowsPassword = prepared.provenHash !== undefined && prepared.provenHash === stored.values.passwordHash
    const issues = await validateDraft(draft, { reader: transaction, catalog: lookup.catalog, manages, knowsPassword })
    if (Object.keys(issues).length > 0) throw badRequest(undefined, issues)
    const finished = await finishDraft(transaction, draft, { manages, passwordHash: prepared.passwordHash })
    const record = await dropLinksOnVerification(transaction, stored, finished)
    await persist(transaction, write, draft, record)
    const change: Change = { action: 'update', before: stored, after: record, removedFiles: draft.removedFiles }
    return { record, lookup, effects: effectsOfChanges([change]) }
  })
}
