import { findAdmin, updateAdmin } from '../auth/admins.ts'
import { recordAlert } from '../auth/loginAlert.ts'
import type { Transaction } from '../db/engine.ts'
import type { Effect } from '../messages/Effect.ts'
import type { MailJob } from '../messages/MailJob.ts'
import { writeRecords } from '../records/changes/RecordWriter.ts'
import { findRecord } from '../rows/findRecord.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { now, nowAfter } from '../runtime/now.ts'
import type { MailContext } from './composeMail.ts'

/** Further work in the transaction that records a mail. */
type Also = (transaction: Transaction) => Promise<void>

const recordOnAdmin = (app: MailContext, adminId: string, also: Also): Promise<void> =>
  app.db.transaction(async transaction => {
    const admin = await findAdmin(transaction, adminId)
    const moment = now()
    if (admin) await updateAdmin(transaction, { ...admin, lastResetSentAt: moment, updated: nowAfter(admin) })
    await also(transaction)
  })

/** The changes of an auth record to which a mail was sent. */
interface SentChanges {
  /** The columns that are set to the current time. */
  columns: readonly string[]
  record?: (transaction: Transaction, record: StoredRecord, moment: string) => Promise<void>
}

/** Updates an auth record in a transaction and returns the effects. */
const recordOnAuthRecord = async (
  app: MailContext,
  { collectionId, recordId }: { collectionId: string; recordId: string },
  { columns, record }: SentChanges,
  also: Also,
): Promise<Effect[]> => {
  const collection = (await app.catalog()).byId(collectionId)
  const { effects } = await writeRecords(app, async records => {
    const { transaction } = records
    await also(transaction)
    const before = collection && (await findRecord(transaction, collection, recordId))
    if (!collection || !before) return
    const moment = now()
    const after = {
      collection,
      values: {
        ...before.values,
        ...Object.fromEntries(columns.map(column => [column, moment])),
        updated: nowAfter(before.values),
      },
    }
    await records.update(before, after)
    await record?.(transaction, after, moment)
  })
  return effects
}

/**
 * Stores the time of a mail to an auth record, which delays the next one. A regular update of the record.
 * @param also further work in the same transaction
 */
export const recordMailSent = async (app: MailContext, job: MailJob, also: Also = async () => undefined): Promise<Effect[]> => {
  switch (job.mail) {
    case 'adminPasswordReset':
      await recordOnAdmin(app, job.adminId, also)
      return []
    case 'passwordReset':
      return recordOnAuthRecord(app, job, { columns: ['lastResetSentAt'] }, also)
    case 'verification':
      return recordOnAuthRecord(app, job, { columns: ['lastVerificationSentAt'] }, also)
    case 'loginAlert':
      return recordOnAuthRecord(app, job, { columns: [], record: recordAlert }, also)
    case 'emailChange':
    case 'test':
      await app.db.transaction(also)
      return []
  }
}
