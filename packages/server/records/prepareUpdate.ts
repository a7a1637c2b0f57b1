import type { Collection } from '@coffer/schema'
import { verifyPassword } from '../crypto/passwords.ts'
import type { Reader, Transaction } from '../db/engine.ts'
import { Rejection } from '../errors/Rejection.ts'
import type { PreparedUpload } from '../files/uploads/storeUploads.ts'
import { type Attempt, isCounted, recordTarget } from '../messages/Attempt.ts'
import { getAllowedRow, type Lookup } from './access/findAllowed.ts'
import { managesRecord } from './access/managesRecord.ts'
import { prepareUploads } from './files/prepareUploads.ts'
import { type NewFiles, noNewFiles, storeNewFiles } from './files/storeNewFiles.ts'
import { hashNewPasswords } from './pending/hashNewPasswords.ts'
import { loadPendingRecord } from './pending/loadPendingRecord.ts'
import { newPasswords, type Passwords } from './pending/passwords.ts'
import { hasModifiers, resolveModifiers } from './pending/resolveModifiers.ts'
import { asText } from './pending/scalars.ts'
import type { RecordInput } from './RecordInput.ts'
import type { RecordsContext } from './RecordsContext.ts'
import { findRecord } from './rows/findRecord.ts'
import { readRecord, type StoredRecord } from './rows/StoredRecord.ts'
import type { Actor } from './rules/Actor.ts'
import type { ValidationContext } from './validation/ValidationContext.ts'
import { validatePendingRecord } from './validation/validatePendingRecord.ts'

/** A requested update. */
export interface Update {
  app: RecordsContext
  actor: Actor
  collection: Collection
  id: string
  input: RecordInput
  /** The key under which the overwritten values are stored. */
  undoKey?: string | undefined
}

/** Password hashes and stored files, which take too long for a transaction and are prepared before it. */
export interface PreparedUpdate {
  uploads: ReadonlyMap<string, readonly PreparedUpload[]>
  files: NewFiles
  passwordHash: string | undefined
  /** Hashes of the passwords of fields. */
  hashes?: Passwords | undefined
  /** The stored hash, if the submitted old password matches it. */
  verifiedHash: string | undefined
  /** The update rule denied the change, so nothing was prepared. */
  isDenied?: true
}

const nothingPrepared: PreparedUpdate = {
  uploads: new Map(),
  files: noNewFiles,
  passwordHash: undefined,
  verifiedHash: undefined,
}

/** Returns the stored record if it meets the update rule. Throws a Rejection `forbidden` or `missing` otherwise. */
export async function findUpdatable(reader: Reader, { app, actor, collection, id, input }: Update) {
  const { values, ruleValues = values } = input
  const recordBefore = hasModifiers(ruleValues) ? await findRecord(reader, collection, id) : undefined
  const data = resolveModifiers(collection, ruleValues, recordBefore)
  const lookup: Lookup = { catalog: app.catalog, request: { ...actor.values, data }, observeRule: app.observeRule }
  const row = await getAllowedRow(reader, collection, id, 'update', actor.requester, lookup)
  return { stored: readRecord(collection, row), lookup }
}

/**
 * Merges the body into the stored record and validates the result.
 * @param isVerified whether the submitted old password is the one of the stored record
 * @throws Rejection `missing` when the update rule denies the change, `invalid` with issues by field
 */
export async function validateUpdate(
  transaction: Transaction,
  requested: Update,
  { uploads, isVerified }: { uploads: PreparedUpdate['uploads']; isVerified: (stored: StoredRecord) => boolean },
) {
  const { actor, collection, id, input } = requested
  const { stored, lookup } = await findUpdatable(transaction, requested)
  const values = resolveModifiers(collection, input.values, stored)
  const manages = await managesRecord(transaction, collection, id, actor.requester, lookup)
  const pending = { ...loadPendingRecord(collection, stored, values, uploads), isNewer: input.isNewer }
  const context: ValidationContext = {
    transaction,
    catalog: lookup.catalog,
    manages,
    isOldPasswordVerified: isVerified(stored),
  }
  const issues = await validatePendingRecord(pending, context)
  if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
  return { stored, lookup, manages, pending }
}

function passwordAttempt(collection: Collection, id: string): Attempt {
  return { kind: 'password', target: recordTarget(collection.id, id) }
}

/**
 * Returns the attempt to guess a password that an update makes, which has to be counted before the update; undefined if it makes none.
 * An update that is rejected anyway makes none.
 */
export async function findPasswordAttempt(
  app: RecordsContext,
  actor: Actor,
  collection: Collection,
  id: string,
  input: RecordInput,
): Promise<Attempt | undefined> {
  if (collection.type !== 'auth' || asText(input.values.oldPassword) === '') return undefined
  const requested: Update = { app, actor, collection, id, input }
  try {
    await findUpdatable(app.db, requested)
    const uploads = await prepareUploads(collection, input.files)
    const isVerified = () => true
    const { manages } = await app.db.transaction(transaction => validateUpdate(transaction, requested, { uploads, isVerified }))
    return manages ? undefined : passwordAttempt(collection, id)
  } catch {
    return undefined
  }
}

/** Returns the stored hash if the submitted old password matches it. */
async function verifyOldPassword({ collection, actor, id }: Update, oldPassword: string, { values }: StoredRecord) {
  const hash = String(values.passwordHash ?? '')
  if (oldPassword === '') return undefined
  // `findPasswordAttempt` found none, because the requester managed the record until now, or had no right to update it.
  if (!isCounted(actor, passwordAttempt(collection, id))) throw new Rejection('conflict', { code: 'recordNotUpdated' })
  return (await verifyPassword(oldPassword, hash)) ? hash : undefined
}

/** Whether an update sends the password of an auth record, or the old one. */
function changesPassword({ type }: Collection, { values }: RecordInput): boolean {
  return type === 'auth' && (asText(values.password) !== '' || asText(values.oldPassword) !== '')
}

function hasNewPasswords(collection: Collection, input: RecordInput): boolean {
  return changesPassword(collection, input) || newPasswords(collection, input.values).size > 0
}

type Hashes = Pick<PreparedUpdate, 'passwordHash' | 'verifiedHash' | 'hashes'>

/** Compares and hashes passwords. Validates the rest first, because each hash takes a good part of a second. */
async function prepareHashes(requested: Update, uploads: PreparedUpdate['uploads']): Promise<Hashes> {
  const { app, collection, input } = requested
  const none: Hashes = { passwordHash: undefined, verifiedHash: undefined }
  if (!hasNewPasswords(collection, input)) return none
  const { stored, manages } = await app.db.transaction(transaction =>
    validateUpdate(transaction, requested, { uploads, isVerified: () => true }),
  )
  const hash = () => hashNewPasswords(collection, input.values, app.hashCost)
  if (!changesPassword(collection, input) || manages) return { ...none, ...(await hash()) }
  const verifiedHash = await verifyOldPassword(requested, asText(input.values.oldPassword), stored)
  return verifiedHash === undefined ? none : { verifiedHash, ...(await hash()) }
}

/**
 * Prepares files and hashes. It checks the update rule first, so that a requester who is denied cannot cause this work; the rule is
 * checked again in the transaction.
 */
export async function prepareUpdate(requested: Update): Promise<PreparedUpdate> {
  const { app, collection, id, input } = requested
  const { files: sent } = input
  if (sent.length === 0 && !hasNewPasswords(collection, input)) return nothingPrepared
  if (!input.follows && !(await findUpdatable(app.db, requested).catch(() => undefined)))
    return { ...nothingPrepared, isDenied: true }
  const uploads = await prepareUploads(collection, sent)
  const hashes = await prepareHashes(requested, uploads)
  return { uploads, ...hashes, files: await storeNewFiles(app, collection, id, uploads) }
}
