import { applyForm, readImport } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import { loadCatalog } from '../catalog/loadCatalog.ts'
import { validateCollectionDraft } from '../collections/validateCollectionDraft.ts'
import { verifyPassword } from '../crypto/passwords.ts'
import { randomFieldId, randomId } from '../crypto/randomText.ts'
import { toRejection } from '../errors/Rejection.ts'
import type { PreparedUpload } from '../files/uploads/storeUploads.ts'
import { saveAdmin } from '../migrations/adminOperations.ts'
import { recordToStore } from '../migrations/recordOperations.ts'
import type { Plain } from '../pb/Host.ts'
import type { RecordWriter } from '../records/changes/RecordWriter.ts'
import { filesOf } from '../records/files/recordFiles.ts'
import { storeNewFiles } from '../records/files/storeNewFiles.ts'
import { completePendingRecord } from '../records/pending/completePendingRecord.ts'
import { hashNewPasswords } from '../records/pending/hashNewPasswords.ts'
import { loadPendingRecord } from '../records/pending/loadPendingRecord.ts'
import { resolveModifiers } from '../records/pending/resolveModifiers.ts'
import type { RecordsContext } from '../records/RecordsContext.ts'
import { findRecord } from '../records/rows/findRecord.ts'
import { assertUnusedAuthId } from '../records/validation/assertUnusedAuthId.ts'
import { uniqueIssues, validatePendingRecord } from '../records/validation/validatePendingRecord.ts'
import { assertNone, type formChecks } from './formChecks.ts'
import { type ScriptFile, writeScriptFiles } from './writeScriptFiles.ts'

/** A record that a form of a script submits. */
export interface SubmittedRecord {
  isNew: boolean
  /** The id of the stored record; of a new one, '' if the server generates it. */
  id: string
  /** The values by key, including keys with modifiers and the password. */
  values: Plain
  files: readonly ScriptFile[]
  /** Whether the form can set what only managers of an auth record can set. */
  manages: boolean
}

interface FormParts {
  app: RecordsContext
  records: RecordWriter
  checkAdmin: ReturnType<typeof formChecks>['checkAdmin']
  /** Is called with what discards the stored files if the transaction is rolled back. */
  onRollback: (discard: (error: unknown) => Promise<void>) => void
}

/** Creates the operations of the forms of scripts, which validate like the API. */
export function formOperations({ app, records, checkAdmin, onRollback }: FormParts) {
  const { transaction } = records
  const collectionIn = (catalog: Catalog, id: string) => {
    const found = catalog.byId(id)
    if (!found) throw new Error(`There is no collection ${id}.`)
    return found
  }
  const withFiles = async <T>(
    files: readonly ScriptFile[],
    work: (uploads: ReadonlyMap<string, readonly PreparedUpload[]>) => Promise<T>,
  ): Promise<T> => {
    const written = await writeScriptFiles(app.config.dataDir, files)
    try {
      return await work(written.uploads)
    } finally {
      await written.remove()
    }
  }
  return {
    /** Returns the values that a record has once it is submitted. Rules are not applied. */
    validateRecord: (collectionId: string, { isNew, id, values, files, manages }: SubmittedRecord): Promise<Plain> =>
      withFiles(files, async uploads => {
        const catalog = await loadCatalog(transaction, 0)
        const collection = collectionIn(catalog, collectionId)
        const stored = isNew ? undefined : await findRecord(transaction, collection, id)
        if (!isNew && !stored) throw new Error(`${collection.name} has no record ${id}.`)
        const resolved = resolveModifiers(collection, values, stored)
        const newId = isNew ? String(resolved.id || randomId()) : undefined
        const pending = loadPendingRecord(collection, stored, resolved, uploads, newId)
        const oldPassword = String(resolved.oldPassword ?? '')
        const isOldPasswordVerified =
          oldPassword !== '' && (await verifyPassword(oldPassword, stored && String(stored.values.passwordHash)))
        assertNone(await validatePendingRecord(pending, { transaction, catalog, manages, isOldPasswordVerified }))
        if (newId !== undefined) await assertUnusedAuthId(transaction, catalog, collection, newId)
        const hashes = await hashNewPasswords(collection, resolved)
        const newEmailRevokes = catalog.ruleMeaning === 'today'
        return (await completePendingRecord(transaction, pending, { manages, newEmailRevokes, ...hashes })).values
      }),
    /** Stores a record that a form has validated, with its new files, and releases the files that it no longer has. */
    submitRecord: (collectionId: string, values: Plain, isNew: boolean, files: readonly ScriptFile[]): Promise<Plain> =>
      withFiles(files, async uploads => {
        const collection = collectionIn(await loadCatalog(transaction, 0), collectionId)
        const before = isNew ? undefined : await findRecord(transaction, collection, String(values.id))
        const after = await recordToStore(collection, before, values)
        const toError = (error: unknown) => toRejection(error, 'recordNotUpdated', uniqueIssues(collection, error))
        const stored = await storeNewFiles(app, collection, String(after.values.id), uploads)
        onRollback(error => stored.discard(error))
        stored.assertStored()
        const remaining = filesOf(after)
        if (!before) await records.insert(after, toError)
        else
          await records.update(
            before,
            after,
            filesOf(before).filter(file => !remaining.includes(file)),
            toError,
          )
        return after.values
      }),
    checkCollection: async (given: Plain): Promise<void> => {
      const catalog = await loadCatalog(transaction, 0)
      const [form] = readImport([given], randomFieldId)
      const before = form && catalog.byId(form.id)
      const needsNoFields = before?.schema.length === 0
      const draft = applyForm(form ?? {}, before)
      const { issues } = await transaction.dryRun(() =>
        validateCollectionDraft(transaction, catalog, before, draft, needsNoFields),
      )
      assertNone(issues)
    },
    submitAdmin: async (given: Plain): Promise<Plain> => {
      await checkAdmin(given)
      return saveAdmin(transaction, given)
    },
  }
}
