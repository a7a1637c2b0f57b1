import { isPassword } from '../auth/passwords.ts'
import type { Reader, Transaction } from '../db/engine.ts'
import { findUnsynced } from '../db/UnsyncedError.ts'
import type { Effect } from '../effects/Effect.ts'
import { badRequest } from '../errors/ApiError.ts'
import { requireChance } from '../rules/conditions.ts'
import { requestValues } from '../rules/requestValues.ts'
import { type Lookup, requireAllowedRow } from './access/findAllowed.ts'
import { managesRecord } from './access/managesRecord.ts'
import { dropLinksOnVerification } from './consequences/dropLinksOnVerification.ts'
import { type Change, effectsOfChanges } from './consequences/effectsOfChanges.ts'
import { finishDraft } from './drafts/finishDraft.ts'
import { hashNewPassword } from './drafts/hashNewPassword.ts'
import { loadDraft } from './drafts/loadDraft.ts'
import { hasModifiers, resolveModifiers } from './drafts/resolveModifiers.ts'
import { asText } from './drafts/scalars.ts'
import { nothingPlaced, type PlacedFiles, placeFiles } from './files/placeFiles.ts'
import { type PreparedUpload, prepareUploads } from './files/prepareUploads.ts'
import type { Judge } from './judgement/Judge.ts'
import { uniqueIssues } from './judgement/uniqueIssues.ts'
import { validateDraft } from './judgement/validateDraft.ts'
import type { RecordData } from './RecordData.ts'
import { findRecord } from './stored/findRecord.ts'
import { readRecord, type StoredRecord } from './stored/StoredRecord.ts'
import { updateRow } from './stored/writeRows.ts'
import type { Write } from './Write.ts'

const failed = 'Failed to update record.'

/** What an update needs that takes long: hashes and stored files, made before the transaction. */
interface Prepared {
  uploads: ReadonlyMap<string, readonly PreparedUpload[]>
  files: PlacedFiles
  passwordHash: string | undefined
  /** The hash that the submitted old password belongs to, if it does belong to the stored one. */
  provenHash: string | undefined
  /** Nothing was made, as the requester could not change the record when it was asked. */
  isRefused?: true
}

const unprepared: Prepared = { uploads: new Map(), files: nothingPlaced, passwordHash: undefined, provenHash: undefined }

/** The stored record, if the update rule lets the requester change it as it is now. */
const findUpdatable = async (reader: Reader, write: Write, id: string) => {
  const { app, collection, request, requester } = write
  const unruled = hasModifiers(write.ruleData) ? await findRecord(reader, collection, id) : undefined
  const ruleData = resolveModifiers(collection, write.ruleData, unruled)
  const lookup: Lookup = { catalog: await app.catalog(), request: requestValues(request, requester, ruleData) }
  const row = await requireAllowedRow(reader, collection, id, 'update', requester, lookup)
  return { stored: readRecord(collection, row), lookup }
}

const provenHashOf = async (oldPassword: string, { values }: StoredRecord): Promise<string | undefined> => {
  const hash = String(values.passwordHash ?? '')
  return oldPassword !== '' && (await isPassword(oldPassword, hash)) ? hash : undefined
}

/** Makes what takes long, which a stranger must not make the server do: the rule is asked before, and again when it counts. */
const prepare = async (write: Write, data: RecordData | undefined, id: string): Promise<Prepared> => {
  const { app, collection } = write
  const { values, uploads: sent } = data ?? { values: {}, uploads: [] }
  const [password, oldPassword] = collection.type === 'auth' ? [asText(values.password), asText(values.oldPassword)] : ['', '']
  if (sent.length === 0 && password === '' && oldPassword === '') return unprepared
  const found = await findUpdatable(app.db, write, id).catch(() => undefined)
  if (!found) return { ...unprepared, isRefused: true }
  const uploads = await prepareUploads(collection, sent)
  return {
    uploads,
    passwordHash: password === '' ? undefined : await hashNewPassword(values),
    provenHash: await provenHashOf(oldPassword, found.stored),
    files: await placeFiles(app, collection, id, uploads),
  }
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
    throw badRequest(failed, uniqueIssues(after.collection, error), error)
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
  if (prepared.isRefused) throw badRequest(failed)
  const values = resolveModifiers(collection, (data ?? write.readData()).values, stored)
  const manages = await managesRecord(transaction, collection, id, requester, lookup)
  const draft = loadDraft(collection, stored, values, prepared.uploads)
  const knowsPassword = prepared.provenHash !== undefined && prepared.provenHash === stored.values.passwordHash
  const judge: Judge = { transaction, catalog: lookup.catalog, known: write.app.knownIds, manages, knowsPassword }
  const issues = await validateDraft(draft, judge)
  if (Object.keys(issues).length > 0) throw badRequest(undefined, issues)
  const finished = await finishDraft(transaction, draft, { manages, passwordHash: prepared.passwordHash })
  const record = await dropLinksOnVerification(transaction, stored, finished)
  await persist(transaction, prepared.files, stored, record)
  const change: Change = { action: 'update', before: stored, after: record, removedFiles: draft.removedFiles }
  return { record, lookup, effects: effectsOfChanges(write.app.audiences, [change]) }
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
    // A change that may have been made needs its files.
    if (!findUnsynced(error)?.isOutcomeUnknown) await prepared.files.discard()
    throw error
  }
}
