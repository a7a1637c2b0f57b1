import type { Collection } from '@coffer/schema'
import { randomId } from '../crypto/randomText.ts'
import type { Transaction } from '../db/engine.ts'
import { ApiError, badRequest } from '../errors/ApiError.ts'
import type { PreparedUpload } from '../files/uploads/storeUploads.ts'
import type { Effect } from '../messages/Effect.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { insertRow } from '../rows/writeRows.ts'
import { conditionsOf, requireChance } from '../rules/conditions.ts'
import { requestValues } from '../rules/requestValues.ts'
import { findAllowedRow, type Lookup } from './access/findAllowed.ts'
import { managesRecord } from './access/managesRecord.ts'
import type { Draft } from './drafts/Draft.ts'
import { finishDraft } from './drafts/finishDraft.ts'
import { hashNewPassword } from './drafts/hashNewPassword.ts'
import { loadDraft } from './drafts/loadDraft.ts'
import { resolveModifiers } from './drafts/resolveModifiers.ts'
import { asText } from './drafts/scalars.ts'
import { effectsOfChanges } from './effects/effectsOfChanges.ts'
import { type PlacedFiles, placeFiles } from './files/placeFiles.ts'
import { prepareUploads } from './files/prepareUploads.ts'
import type { Judge } from './validation/Judge.ts'
import { requireUnusedAuthId } from './validation/requireUnusedAuthId.ts'
import { uniqueIssues } from './validation/uniqueIssues.ts'
import { validateDraft } from './validation/validateDraft.ts'
import { idFormat } from './validation/validateId.ts'
import type { Write } from './Write.ts'

const failed = 'Failed to create record.'

/** Everything about a new record that does not depend on the moment it is stored. */
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

const requireValid = async (draft: Draft, judge: Judge, message: string | undefined): Promise<void> => {
  const issues = await validateDraft(draft, judge)
  if (Object.keys(issues).length > 0) throw badRequest(message, issues)
}

/** @throws ApiError 400 when the create rule does not hold for the row that is now there */
const requireAllowed = async (transaction: Transaction, write: Write, { id, lookup }: Prepared): Promise<void> => {
  const conditions = conditionsOf(write.collection, 'create', write.requester)
  if (conditions.length === 0) return
  if (!(await findAllowedRow(transaction, write.collection, id, conditions, lookup))) throw badRequest(failed)
}

/**
 * Stores an account for a moment, as if the requester managed it, to ask the rules about the row that would be there.
 * @returns whether the requester manages that row
 * @throws ApiError 400 when it would not be valid, or the create rule does not hold
 */
const rehearse = async (transaction: Transaction, write: Write, prepared: Prepared): Promise<boolean> => {
  const { collection, requester } = write
  const { id, lookup } = prepared
  const draft = draftOf(write, prepared)
  const judge: Judge = { transaction, catalog: lookup.catalog, known: write.app.knownIds, manages: true, knowsPassword: true }
  await requireValid(draft, judge, failed)
  return transaction.rehearse(async () => {
    // A rule about `verified` must not be satisfied by what the client itself claims.
    const claimed: Draft = draft.auth ? { ...draft, auth: { ...draft.auth, verified: false } } : draft
    await insertRow(transaction, await finishDraft(transaction, claimed, { ...judge, passwordHash: prepared.passwordHash ?? '' }))
    await requireAllowed(transaction, write, prepared)
    return managesRecord(transaction, collection, id, requester, lookup)
  })
}

/** Validates the record, after the rule about it in a collection of accounts. Gives what remains to be stored. */
const validate = async (transaction: Transaction, write: Write, prepared: Prepared) => {
  const { collection, requester } = write
  const { catalog } = prepared.lookup
  const isAdmin = requester.kind === 'admin'
  const isAccount = collection.type === 'auth'
  const manages = isAdmin || (isAccount && (await rehearse(transaction, write, prepared)))
  const draft = draftOf(write, prepared)
  // What others than administrators create has its rehearsal first, of which its issues speak.
  const message = isAdmin || isAccount ? undefined : failed
  await requireValid(draft, { transaction, catalog, known: write.app.knownIds, manages, knowsPassword: true }, message)
  await requireUnusedAuthId(transaction, catalog, collection, draft.id)
  return { draft, manages }
}

const store = async (transaction: Transaction, write: Write, prepared: Prepared, files: PlacedFiles): Promise<StoredRecord> => {
  const { draft, manages } = await validate(transaction, write, prepared)
  const record = await finishDraft(transaction, draft, { manages, passwordHash: prepared.passwordHash })
  files.require()
  await insertRow(transaction, record)
  // Nobody manages a record that is no account, so the row that the rule is asked about may stay.
  if (!draft.auth) await requireAllowed(transaction, write, prepared)
  return record
}

/** Hashes the password of an account, which takes a good part of a second, once the account is known to be valid and allowed. */
const prepareHash = async (write: Write, prepared: Prepared): Promise<string | undefined> => {
  if (write.collection.type !== 'auth') return undefined
  await write.app.db.transaction(transaction => validate(transaction, write, prepared))
  return hashNewPassword(prepared.values)
}

/**
 * Creates a record: store its files, then normalise, rehearse for the rule, validate and insert in one transaction.
 * @throws ApiError 403 when only administrators may create, 400 with issues by field otherwise
 */
export const createRecord = async (write: Write): Promise<{ record: StoredRecord; lookup: Lookup; effects: Effect[] }> => {
  const { app, collection, request, requester } = write
  requireChance(collection, 'create', requester)
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
    const record = await app.db.transaction(transaction => store(transaction, write, { ...prepared, passwordHash }, files))
    return { record, lookup: prepared.lookup, effects: effectsOfChanges(app.listeners, [{ action: 'create', after: record }]) }
  } catch (error) {
    await files.discard(error)
    throw asFailure(collection, error)
  }
}
