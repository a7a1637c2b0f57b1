import { findAdmin, updateAdmin } from '../auth/admins.ts'
import { loadTokenHolder } from '../auth/changeAuthRecord.ts'
import { loadTokenOwner } from '../auth/resetAdminPassword.ts'
import { loadCatalog } from '../catalog/loadCatalog.ts'
import { saveAdmin } from '../migrations/adminOperations.ts'
import { recordToStore } from '../migrations/recordOperations.ts'
import type { Plain } from '../pb/Host.ts'
import { dropLinksOnVerification } from '../records/changes/dropLinksOnVerification.ts'
import type { RecordWriter } from '../records/changes/RecordWriter.ts'
import { findRecord } from '../records/rows/findRecord.ts'
import { now, nowAfter } from '../runtime/now.ts'

/** The auth record or admin that a token belonged to when a form was checked. */
export interface KnownHolder {
  id: string
  tokenKey: string
  email: string
}

/** Creates the changes of auth records and admins that the forms of scripts make, in one transaction. */
export function authOperations(records: RecordWriter) {
  const { transaction } = records
  return {
    /**
     * Saves the values of an auth record that a script has changed. The others stay as they are stored: the script can have waited for a
     * mail server since it has read them.
     * @param known whose token is used up by the change
     * @throws Rejection if the token was used in the meantime
     */
    saveChanges: async (collectionId: string, id: string, changes: Plain, known?: KnownHolder): Promise<Plain> => {
      const collection = (await loadCatalog(transaction, 0)).byId(collectionId)
      if (collection?.type !== 'auth') throw new Error(`There is no auth collection with the id ${collectionId}.`)
      if (known) await loadTokenHolder(transaction, { collection, record: { collection, values: { ...known } } })
      const before = await findRecord(transaction, collection, id)
      if (!before) throw new Error(`${collection.name} has no record ${id}.`)
      const changed = await recordToStore(collection, before, { ...before.values, ...changes })
      const after = await dropLinksOnVerification(transaction, before, changed)
      await records.update(before, after)
      return after.values
    },
    /**
     * Saves an admin.
     * @param known whose token is used up by the change
     * @throws Rejection if the token was used in the meantime
     */
    saveTokenOwner: async (given: Plain, known: KnownHolder): Promise<Plain> => {
      await loadTokenOwner(transaction, known)
      return saveAdmin(transaction, given)
    },
    /** Stores the time of a mail to an admin, which delays the next one. */
    noteAdminMail: async (id: string): Promise<Plain> => {
      const stored = await findAdmin(transaction, id)
      if (!stored) throw new Error(`There is no admin ${id}.`)
      const after = { ...stored, lastResetSentAt: now(), updated: nowAfter(stored) }
      await updateAdmin(transaction, stored, after)
      return after
    },
  }
}
